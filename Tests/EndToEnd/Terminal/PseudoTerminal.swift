import Foundation
import TerminalUI

/// A terminal that runs any program and plays its part: shows what the program sends, types, changes its size, stops
/// reading, hangs up, and measures.
final class PseudoTerminal: Sendable {
  fileprivate struct State: Sendable {
    var emulator: TerminalEmulator
    /// All bytes that came.
    var byteCount = 0
    /// The last bytes that came, at least as many as are kept.
    var recent: [UInt8] = []
    var lastOutput = ContinuousClock.now
    var isStalled = false
    var isHungUp = false
    /// Whether nobody has the terminal open any more, and all that was written to it has been read.
    var isDeserted = false
    /// Set when bytes are sent whose answer is measured; the answer's time after it came.
    var question: ContinuousClock.Instant?
    var answer: Duration?
  }

  /// The operating system refused a terminal; the error number.
  struct CreationFailure: Error {
    let number: Int32
  }

  fileprivate static let keptBytes = 1 << 20

  let process: ChildProcess
  /// The modes of the device before the program changed them.
  private let modesBefore: [UInt32]
  private let directory: TemporaryDirectory
  private let master: Int32
  private let state: Shared<State>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - type: the value of `TERM`; nil leaves it unset.
  ///   - joinsClusters: whether it draws an emoji of several scalars as one.
  ///   - ambiguousWidth: the columns it gives to characters of ambiguous width.
  ///   - environment: what else the program finds in its environment.
  init(
    _ command: [String], columns: Int = 80, rows: Int = 24, type: String? = "xterm-256color",
    environment: [String: String] = [:], joinsClusters: Bool = false, ambiguousWidth: AmbiguousWidth = .narrow,
    in directory: TemporaryDirectory? = nil
  ) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    let device: String
    (master, device) = try Self.open()
    Self.setSize(of: master, columns, rows)
    modesBefore = Self.modes(of: master)
    state = Shared(
      State(
        emulator: TerminalEmulator(
          columns: columns, rows: rows, joinsClusters: joinsClusters, ambiguousWidth: ambiguousWidth)))
    var variables = ["HOME": directory.file("home"), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
    variables["TERM"] = type
    process = try ChildProcess(
      command, environment: variables.merging(environment) { $1 }, terminal: device, directory: directory.path)
    Thread.detachNewThread { [state, master] in Self.read(master, into: state) }
  }

  deinit {
    hangUp()
    process.send(SIGKILL)
    process.waitBlocking()
  }

  // MARK: - Program to terminal

  /// Reads until the terminal is hung up, except while it is stalled.
  private static func read(_ master: Int32, into state: Shared<State>) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (isStalled, isHungUp) = state.withLock { ($0.isStalled, $0.isHungUp) }
      if isHungUp { break }
      let (count, failure) = isStalled ? (0, 0) : state.withLock { $0.read(master, &buffer) }
      if count <= 0 {
        var wanted = pollfd(fd: isStalled ? -1 : master, events: Int16(POLLIN), revents: 0)
        poll(&wanted, 1, 2)
        guard wanted.revents & Int16(POLLHUP) != 0 else { continue }
        // Bytes may have come between the read and the hang-up.
        if count < 0, failure == EIO { state.withLock { $0.isDeserted = true } }
        usleep(2000)
      }
    }
    close(master)
  }

  // MARK: - Device

  /// Makes a pair; what `posix_openpt`, `unlockpt` and `ptsname` do, which Swift does not see.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/TIOCGPTN.2const.html
  private static func open() throws -> (master: Int32, device: String) {
    let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (lock, number) = (Int32(0), UInt32(0))
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw CreationFailure(number: errno)
    }
    return (master, "/dev/pts/\(number)")
  }

  /// Changes the size, as dragging a window's corner does.
  func resize(columns: Int, rows: Int) {
    state.withLock { $0.emulator.resize(columns: columns, rows: rows) }
    Self.setSize(of: master, columns, rows)
  }

  /// Whether the device has the modes it had before the program began.
  var hasModesOfBefore: Bool { Self.modes(of: master) == modesBefore }

  /// Stops to read, as a terminal does whose window is being moved or whose line is down.
  func stall() { state.withLock { $0.isStalled = true } }

  /// Reads again.
  func goOn() { state.withLock { $0.isStalled = false } }

  /// Ends the terminal, as closing its window does.
  func hangUp() { state.withLock { $0.isHungUp = true } }

  private static func setSize(of master: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// The flags and control characters; the device of a master is its other side.
  private static func modes(of master: Int32) -> [UInt32] {
    var modes = termios()
    guard tcgetattr(master, &modes) == 0 else { return [] }
    let characters = withUnsafeBytes(of: &modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }
}

extension PseudoTerminal.State {
  /// Reads what has come; whoever looks after that finds it taken.
  ///
  /// - Returns: how many bytes came, and the error number if there was an error.
  fileprivate mutating func read(_ master: Int32, _ buffer: inout [UInt8]) -> (count: Int, failure: Int32) {
    let count = Foundation.read(master, &buffer, buffer.count)
    let failure = errno
    if count > 0 { take(buffer[..<count]) }
    return (count, failure)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    emulator.feed(bytes)
    byteCount += bytes.count
    lastOutput = ContinuousClock.now
    recent += bytes
    if recent.count > 2 * PseudoTerminal.keptBytes { recent.removeFirst(recent.count - PseudoTerminal.keptBytes) }
    if let question {
      answer = lastOutput - question
      self.question = nil
    }
  }
}

// MARK: - Terminal to program

extension PseudoTerminal {
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
    var (rest, attempts) = (bytes[...], 60)
    while !rest.isEmpty, attempts > 0 {
      let count = rest.withUnsafeBytes { Foundation.write(master, $0.baseAddress, min(4096, $0.count)) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      var wanted = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
      if count < 0, poll(&wanted, 1, 1000) == 0 { attempts -= 1 }
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
      if now == nil || now != threads || count != bytes || unreadBytes > 0 { since = ContinuousClock.now }
      (threads, bytes) = (now, count)
      return ContinuousClock.now - since > duration ? true : nil
    }
  }

  /// The number of bytes that the program has written and nobody has read yet.
  var unreadBytes: Int {
    var count = Int32(0)
    return ioctl(master, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
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
    let time = (process.endTime ?? .now) - start
    // A terminal that is stalled or hung up is not read, and a child that is left may keep it open.
    _ = try? await waitUntil(within: .seconds(10)) { _ in
      state.withLock { $0.isDeserted || $0.isStalled || $0.isHungUp }
    }
    return (ending, time)
  }
}
