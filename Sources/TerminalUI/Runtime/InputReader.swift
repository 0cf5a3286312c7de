/// Bytes in, events out, with the short waits that tell Escape from the beginning of a sequence and a paste from keys.
@MainActor
final class InputReader {
  /// Long enough for the rest of a sequence on a slow line, short enough not to be noticed.
  static let patience = Duration.milliseconds(25)
  /// How long nothing must come before a paste without marks is taken to have ended.
  static let pastePatience = Duration.milliseconds(200)

  private var decoder: InputDecoder
  private var burst = PasteBurst()
  private var clicks = ClickCounter()
  private var timer: (any EventTimer)?
  private let clock: any EventClock
  private let deliver: @MainActor ([Event]) -> Void

  init(keyStrings: [[UInt8]: Key], clock: any EventClock, deliver: @escaping @MainActor ([Event]) -> Void) {
    decoder = InputDecoder(keyStrings: keyStrings)
    self.clock = clock
    self.deliver = deliver
  }

  func read(_ bytes: [UInt8]) {
    timer?.cancel()
    switch burst.read(bytes, isAtRest: decoder.isAtRest) {
    case .wait: wait(Self.pastePatience)
    case .decode:
      let events = decoder.decode(bytes)
      if decoder.isWaiting { wait(Self.patience) }
      send(events)
    }
  }

  func stop() { timer?.cancel() }

  private func wait(_ patience: Duration) {
    timer = clock.schedule(after: patience) { [weak self] in self?.flush() }
  }

  private func flush() {
    if let paste = burst.rest() { deliver([.paste(paste)]) } else { send(decoder.flush()) }
  }

  private func send(_ events: [Event]) {
    deliver(
      events.map { event in
        guard case .mouse(let mouse) = event else { return event }
        return .mouse(clicks.count(mouse, at: clock.now))
      })
  }
}
