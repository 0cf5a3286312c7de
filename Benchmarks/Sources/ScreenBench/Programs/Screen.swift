import Foundation
import Measuring

/// A program in a terminal that draws nothing, but records when bytes arrive.
final class Screen {
  /// What came after a key.
  struct Answer {
    /// When the first and the last byte of it came, counted from the key.
    let first: Duration
    let last: Duration
    /// When the first rows came: those of the first frame that does not say that they are looked for.
    let firstRows: Duration
    /// When the last byte of what is more than a number in the header came.
    let lastRows: Duration
    let bytes: Int
  }

  let process: pid_t
  private let master: Int32
  private var isEnded = false
  private let start = ContinuousClock.now
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// What came since the last key.
  private var output: [UInt8] = []

  init(_ command: [String], environment: [String: String]) throws {
    let device: String
    (master, device) = try Self.open()
    process = try Spawning.begin(command, environment: environment, terminal: device)
  }

  /// Ends the program and waits for its end.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    kill(process, SIGTERM)
    var status: Int32 = 0
    let end = ContinuousClock.now + .seconds(30)
    // It may be writing its last words.
    while waitpid(process, &status, WNOHANG) == 0 {
      _ = read(within: .milliseconds(5))
      if ContinuousClock.now > end { kill(process, SIGKILL) }
    }
    close(master)
  }

  /// Waits until a text came, and answers how long after the start of the program, or after the last key, it did.
  func wait(
    for text: String, since moment: ContinuousClock.Instant? = nil, atMost limit: Duration = .seconds(120)
  )
    throws -> Duration
  {
    let moment = moment ?? start
    let wanted = Array(text.utf8)
    let end = ContinuousClock.now + limit
    while !output.contains(wanted) {
      guard ContinuousClock.now < end else { throw Failure(what: "no “\(text)” on the screen") }
      _ = read(within: .milliseconds(100))
    }
    return lastRead - moment
  }

  private var lastRead = ContinuousClock.now

  /// Sends a key; what came before is forgotten.
  @discardableResult
  func press(_ keys: String) -> ContinuousClock.Instant {
    while read(within: .zero) {}
    output.removeAll(keepingCapacity: true)
    let moment = ContinuousClock.now
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
    return moment
  }

  /// How many bytes a number in the header takes at most.
  private static let maxNumberLength = 64

  /// Sends a key and waits until nothing has come for a while.
  ///
  /// - Parameter whenFirst: called when the first bytes have come.
  func answer(
    to keys: String, quiet: Duration, atMost limit: Duration = .seconds(30), whenFirst: () -> Void = {}
  ) -> Answer? {
    let moment = press(keys)
    var (first, found, rows): (ContinuousClock.Instant?, ContinuousClock.Instant?, ContinuousClock.Instant?)
    while ContinuousClock.now < moment + limit {
      let count = output.count
      guard read(within: first == nil ? limit : quiet) else { break }
      if first == nil { whenFirst() }
      first = first ?? lastRead
      found = isLookingForRows ? nil : found ?? lastRead
      if output.count - count > Self.maxNumberLength { rows = lastRead }
    }
    return first.map {
      Answer(
        first: $0 - moment, last: lastRead - moment, firstRows: (found ?? lastRead) - moment,
        lastRows: (rows ?? $0) - moment, bytes: output.count)
    }
  }

  /// Whether the last line said that rows are looked for, and was not written anew since.
  private var isLookingForRows: Bool {
    guard let said = output.ranges(of: Array(Marks.searching.utf8)).last else { return false }
    return !Self.lastLine.contains { output[said.upperBound...].contains($0) }
  }

  /// The cursor goes to the last line: to a column of it, or from the same column of another line.
  private static let lastLine = ["\u{1B}[\(size.rows);", "\u{1B}[\(size.rows)d"].map { Array($0.utf8) }
  private static let size = (columns: 120, rows: 40)

  /// Reads until nothing has come for a while.
  func settle(_ quiet: Duration) {
    while read(within: quiet) {}
  }

  /// Reads until the program has nothing to do for a second.
  func settleUntilIdle(atMost limit: Duration = .seconds(60)) {
    let end = ContinuousClock.now + limit
    var time: Double
    repeat {
      time = processorTime
      read(for: .seconds(1))
    } while processorTime - time > 0.01 && ContinuousClock.now < end
  }

  /// Reads for a time, whatever comes.
  func read(for time: Duration) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end { _ = read(within: end - .now) }
  }

  /// Whether a text came since the last key.
  func says(_ text: String) -> Bool { output.contains(Array(text.utf8)) }

  /// How many bytes came since the last key.
  var byteCount: Int { output.count }

  /// The memory that it holds, in megabytes.
  var residentMemory: Double {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").compactMap { Double($0) }.first.map { $0 / 1_024 } ?? .nan
  }

  /// The time that its threads used, in seconds.
  var processorTime: Double {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// - Returns: whether something came.
  private func read(within limit: Duration) -> Bool {
    var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let time = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
    guard poll(&wanted, 1, Int32(clamping: time)) > 0 else { return false }
    let count = Foundation.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    lastRead = .now
    output.append(contentsOf: buffer[..<count])
    return true
  }
}

extension Screen {
  /// Makes a pair.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/TIOCGPTN.2const.html
  private static func open() throws -> (master: Int32, device: String) {
    let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number) = (Int32(0), UInt32(0))
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Failure(what: "no terminal: \(errno)")
    }
    var size = winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    return (master, "/dev/pts/\(number)")
  }
}

// MARK: - Processes

/// Starting of programs.
enum Spawning {
  /// Starts a program: as the leader of a new session on a terminal, or with nothing to read and to be read.
  ///
  /// - Parameter terminal: the device of the terminal.
  static func begin(_ command: [String], environment: [String: String], terminal: String?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal ?? "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, which Swift does not see.
    posix_spawnattr_setflags(&attributes, 0x80)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw Failure(what: "\(command[0]) does not start: \(failure)") }
    return process
  }
}
