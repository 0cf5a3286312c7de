/// Bytes in, events out, with the short waits that tell Escape from the beginning of a sequence and a paste from keys.
@MainActor
final class InputReader {
  /// What says how many milliseconds to wait for the rest of a sequence, as for other programs of terminals.
  ///
  /// Source: https://man7.org/linux/man-pages/man3/curs_variables.3x.html (ESCDELAY)
  static let patienceVariable = "ESCDELAY"
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
  private let patience: Duration
  /// Reads what has come and was not read yet.
  private let readWaiting: @MainActor () -> [UInt8]
  private let deliver: @MainActor ([Event]) -> Void

  /// - Parameters:
  ///   - patience: how long to wait for the rest of a sequence.
  ///   - readWaiting: reads, without waiting, what has come and was not read yet. Timers and input become ready in any
  ///     order: a program that was stopped for a moment finds its time over and the rest of a sequence there.
  init(
    keyStrings: [[UInt8]: Key], clock: any EventClock, patience: Duration = InputReader.patience,
    readWaiting: @escaping @MainActor () -> [UInt8] = { [] }, deliver: @escaping @MainActor ([Event]) -> Void
  ) {
    (self.patience, self.readWaiting) = (patience, readWaiting)
    decoder = InputDecoder(keyStrings: keyStrings)
    self.clock = clock
    self.deliver = deliver
  }

  /// The time that the environment asks for, or the usual one.
  static func patience(in environment: [String: String]) -> Duration {
    guard let number = environment[patienceVariable].flatMap({ Int($0) }), (0...longestPatience).contains(number) else {
      return patience
    }
    return .milliseconds(number)
  }

  /// In milliseconds; more is a mistake of somebody's.
  private static let longestPatience = 60_000

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
      wait(patience)
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
    let bytes = readWaiting()
    if !bytes.isEmpty { return read(bytes) }
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
