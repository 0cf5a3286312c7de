import Foundation

extension PseudoTerminal {
  // MARK: - Terminal to program

  /// Types text, or sends what keys send.
  func send(_ text: String) async throws { try await send(bytes: Array(text.utf8)) }

  /// Sends bytes, as fast as the program takes them.
  func send(bytes: [UInt8]) async throws {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [master] in
        Self.write(bytes, to: master)
        continuation.resume()
      }
    }
  }

  /// Writes on a thread of its own, so that busy tests make no pauses; gives up if nobody takes it.
  private static func write(_ bytes: [UInt8], to master: Int32) {
    var (rest, patience) = (bytes[...], 60)
    while !rest.isEmpty, patience > 0 {
      let count = rest.withUnsafeBytes { Foundation.write(master, $0.baseAddress, min(4096, $0.count)) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      var wanted = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
      if count < 0, poll(&wanted, 1, 1000) == 0 { patience -= 1 }
    }
  }

  /// Presses a key now and then until it works; what is typed right after a paste without marks belongs to that.
  func send(_ key: String, until shown: String) async throws {
    try await EndToEndTests.waitUntil(or: { "\(key) has no effect:\n\(screen.text)" }) {
      try await send(key)
      return try? await waitFor(shown, within: .milliseconds(600))
    }
  }

  /// Sends a signal to the program.
  func signal(_ number: Int32) { process.send(number) }

  // MARK: - What it shows

  /// What the terminal shows now.
  var screen: TerminalEmulator { state.withLock { $0.emulator } }

  /// The number of bytes that came so far.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// The last bytes that came, as text.
  var recentText: String { String(decoding: state.withLock { $0.recent.suffix(Self.keptBytes) }, as: UTF8.self) }

  /// Waits until the screen is as it should be.
  ///
  /// - Throws: `ConditionTimeout` with the last screen.
  @discardableResult
  func waitUntil(
    within deadline: Duration = .seconds(180), _ condition: (TerminalEmulator) throws -> Bool
  ) async throws -> TerminalEmulator {
    try await EndToEndTests.waitUntil(within: deadline, or: { "the screen is:\n\(screen.text)" }) {
      let screen = screen
      return try condition(screen) ? screen : nil
    }
  }

  /// Waits until a text is on the screen.
  @discardableResult
  func waitFor(_ text: String, within deadline: Duration = .seconds(180)) async throws -> TerminalEmulator {
    try await waitUntil(within: deadline) { $0.text.contains(text) }
  }

  /// Waits until nothing has come for a while.
  func waitForSilence(of duration: Duration = .milliseconds(100)) async throws {
    try await EndToEndTests.waitUntil(or: { "the program never falls silent" }) {
      state.withLock { ContinuousClock.now - $0.lastOutput > duration } ? true : nil
    }
  }

  /// Waits until no thread of the program has run for a while, nor wanted to, and all that it wrote has come.
  ///
  /// However busy the machine is, what has begun is over then, unless it waits for a time that is further away.
  func waitForRest(of duration: Duration = .milliseconds(150)) async throws {
    var (threads, bytes, since) = ([String: String]?.none, -1, ContinuousClock.now)
    try await EndToEndTests.waitUntil(or: { "the program never rests:\n\(screen.text)" }) {
      let (now, count) = (ProcessTable.restingThreads(of: process.identifier), byteCount)
      if now == nil || now != threads || count != bytes || hasUnread { since = ContinuousClock.now }
      (threads, bytes) = (now, count)
      return ContinuousClock.now - since > duration ? true : nil
    }
  }

  /// Whether the program has written something that has not come yet.
  private var hasUnread: Bool {
    var count = Int32(0)
    return ioctl(master, UInt(FIONREAD), &count) == 0 && count > 0
  }

  // MARK: - Measurements

  /// The time from sending a text to the first byte of the answer.
  func latency(sending text: String) async throws -> Duration {
    state.withLock { ($0.question, $0.answer) = (ContinuousClock.now, nil) }
    try await send(text)
    return try await EndToEndTests.waitUntil(or: { "no answer" }) { state.withLock { $0.answer } }
  }

  /// The number of bytes that come for something, until a text is on the screen and silence.
  func bytes(for text: String, until shown: (TerminalEmulator) -> Bool) async throws -> Int {
    let before = byteCount
    try await send(text)
    try await waitUntil(shown)
    try await waitForSilence()
    return byteCount - before
  }

  // MARK: - Ending

  /// How the program ends, and how long that takes from now; what it wrote has been read then.
  func ending() async -> (ending: ChildProcess.Ending, time: Duration) {
    let start = ContinuousClock.now
    let ending = await process.wait(atMost: 180)
    let time = ContinuousClock.now - start
    // A terminal that is stalled or hung up is not read, and a child that is left may keep it open.
    _ = try? await waitUntil(within: .seconds(10)) { _ in
      state.withLock { $0.isDeserted || $0.isStalled || $0.isHungUp }
    }
    return (ending, time)
  }
}
