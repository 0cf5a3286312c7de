/// Bytes in, events out, with the short waits that tell Escape from the beginning of a sequence and a paste from keys.
@MainActor
final class InputReader {
  /// Long enough for the rest of a sequence on a slow line, short enough not to be noticed.
  static let patience = Duration.milliseconds(25)
  /// How long nothing must come before a paste without marks is taken to have ended.
  static let pastePatience = Duration.milliseconds(200)

  /// How long nothing must come before a paste, or a string of the terminal's, is given up whose end is missing: more
  /// than a slow line pauses, and not so much that a person takes the keyboard for dead.
  static let endPatience = Duration.seconds(5)

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
      waitForMore()
      send(events)
    }
  }

  /// Gives up what has begun: while another program had the terminal, its end may have come.
  func reset() {
    timer?.cancel()
    guard let paste = burst.rest(isCut: true) else { return send(decoder.giveUp()) }
    decoder.expectRest()
    deliver([.paste(paste)])
  }

  func stop() { timer?.cancel() }

  private func waitForMore() {
    if decoder.isWaiting {
      wait(Self.patience)
    } else if decoder.holdsRest {
      wait(Self.pastePatience)
    } else if decoder.isInside {
      wait(Self.endPatience)
    }
  }

  private func wait(_ patience: Duration) {
    timer = clock.schedule(after: patience) { [weak self] in self?.flush() }
  }

  private func flush() {
    if let paste = burst.rest() { return deliver([.paste(paste)]) }
    if decoder.isWaiting {
      send(decoder.flush())
    } else {
      send(decoder.holdsRest ? decoder.settleRest() : decoder.giveUp())
    }
  }

  private func send(_ events: [Event]) {
    deliver(
      events.map { event in
        guard case .mouse(let mouse) = event else { return event }
        return .mouse(clicks.count(mouse, at: clock.now))
      })
  }
}
