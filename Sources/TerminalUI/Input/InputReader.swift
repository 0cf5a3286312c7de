/// Turns bytes into events, with the timeouts that tell Escape from the beginning of a sequence and a paste from keys.
@MainActor
final class InputReader {
  /// The variable that sets, in milliseconds, how long Escape waits for the rest of a sequence.
  ///
  /// Source: https://man7.org/linux/man-pages/man3/curs_variables.3x.html (ESCDELAY)
  private static let escapeDelayVariable = "ESCDELAY"
  /// In milliseconds; a longer delay is a mistake and ignored.
  private static let maxEscapeDelay = 60_000
  /// Long enough for the rest of a sequence on a slow line, short enough not to be noticed.
  static let escapeDelay = Duration.milliseconds(25)
  /// How long nothing must come before a paste without marks is taken to have ended.
  private static let pasteTimeout = Duration.milliseconds(200)
  /// How long nothing must come before a paste or a string whose end is missing is given up.
  ///
  /// More than a slow line pauses, and not so much that a person takes the keyboard for dead.
  private static let endTimeout = Duration.seconds(5)

  private var decoder: InputDecoder
  private var burst = PasteBurst()
  private var clicks = ClickCounter()
  private var timer: (any EventTimer)?
  private let clock: any EventClock
  private let escapeDelay: Duration
  private let readWaiting: @MainActor () -> [UInt8]
  private let deliver: @MainActor ([Event]) -> Void

  /// - Parameter readWaiting: Reads, without waiting, what has come and was not read yet. Timers and input become ready
  ///   in any order: a program that was stopped for a moment finds its timeout over and the rest of a sequence there.
  init(
    keyStrings: [[UInt8]: Key], clock: any EventClock, escapeDelay: Duration = InputReader.escapeDelay,
    readWaiting: @escaping @MainActor () -> [UInt8] = { [] }, deliver: @escaping @MainActor ([Event]) -> Void
  ) {
    self.escapeDelay = escapeDelay
    self.readWaiting = readWaiting
    self.clock = clock
    self.deliver = deliver
    decoder = InputDecoder(keyStrings: keyStrings)
  }

  /// The delay that the environment sets, or the usual one.
  static func escapeDelay(in environment: [String: String]) -> Duration {
    guard let number = environment[escapeDelayVariable].flatMap({ Int($0) }), (0...maxEscapeDelay).contains(number)
    else { return escapeDelay }
    return .milliseconds(number)
  }

  func read(_ bytes: [UInt8]) {
    timer?.cancel()
    switch burst.read(bytes, isAtRest: decoder.isAtRest) {
    case .wait: wait(Self.pasteTimeout)
    case .decode:
      let events = decoder.decode(bytes)
      waitForMore()
      send(events)
    }
  }

  /// Gives up what has begun: its end may have come while another program had the terminal.
  func reset() {
    timer?.cancel()
    guard let paste = burst.finish(isTruncated: true) else { return send(decoder.giveUp()) }
    decoder.expectRest()
    deliver([.paste(paste)])
  }

  func stop() { timer?.cancel() }

  private func waitForMore() {
    if decoder.isWaiting {
      wait(escapeDelay)
    } else if decoder.holdsRest {
      wait(Self.pasteTimeout)
    } else if decoder.isInside {
      wait(Self.endTimeout)
    }
  }

  private func wait(_ timeout: Duration) {
    timer = clock.schedule(after: timeout) { [weak self] in self?.timedOut() }
  }

  private func timedOut() {
    let bytes = readWaiting()
    if !bytes.isEmpty { return read(bytes) }
    if let paste = burst.finish() { return deliver([.paste(paste)]) }
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
