/// Bytes in, events out, with the short wait that tells Escape from the beginning of a sequence.
@MainActor
final class InputReader {
  /// Long enough for the rest of a sequence on a slow line, short enough not to be noticed.
  private static let patience = 25

  private var decoder: InputDecoder
  private let alarm: any Alarm
  private let deliver: @MainActor ([Event]) -> Void

  init(keyStrings: [[UInt8]: Key], alarm: any Alarm, deliver: @escaping @MainActor ([Event]) -> Void) {
    decoder = InputDecoder(keyStrings: keyStrings)
    self.alarm = alarm
    self.deliver = deliver
  }

  func read(_ bytes: [UInt8]) {
    alarm.cancel()
    let events = decoder.decode(bytes)
    if decoder.isWaiting {
      alarm.set(milliseconds: Self.patience) { [weak self] in self?.flush() }
    }
    deliver(events)
  }

  func stop() { alarm.cancel() }

  private func flush() { deliver(decoder.flush()) }
}
