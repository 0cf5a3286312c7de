import CTerminalUIGuard
import DocketLocking
import Foundation
import Glibc

/// Starts programs as processes with descriptors 0 to 2, default signal actions, and no blocked signal.
public struct ProcessLauncher: ChildLauncher {
  private let isInBackground: Bool

  /// Creates a launcher.
  ///
  /// - Parameter isInBackground: Whether programs get no terminal but `/dev/null` and a session of their own, so that
  ///   they neither read nor write it, and outlive it.
  public init(inBackground isInBackground: Bool = false) { self.isInBackground = isInBackground }

  /// Starts a process.
  public func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isInBackground {
      for descriptor in STDIN_FILENO...STDERR_FILENO {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    let input = try program.input.map { bytes throws(ChildError) in try Self.memoryFile(bytes, for: program) }
    defer { if let input { close(input) } }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    _ = tui_close_from(&actions, 3)
    var attributes = cleanAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let words = ([program.name] + program.arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    // If our parent ignored SIGCHLD, we inherit that, and the system would not tell us how children end.
    tui_signals_keep_endings()
    var identifier = pid_t()
    let variables = Self.environment(program.variables).map { strdup($0) }
    defer { for variable in variables { free(variable) } }
    let number = posix_spawnp(&identifier, program.name, &actions, &attributes, words + [nil], variables + [nil])
    if number == ENOENT { throw .notFound(program.name) }
    guard number == 0 else { throw .notStarted(program.name, number) }
    return ChildProcess(identifier)
  }

  private static func environment(_ variables: [String: String]) -> [String] {
    ProcessInfo.processInfo.environment.merging(variables) { $1 }.map { "\($0.key)=\($0.value)" }
  }

  /// A file that only the program sees, with bytes for it to read.
  private static func memoryFile(_ bytes: [UInt8], for program: ChildProgram) throws(ChildError) -> Int32 {
    let file = tui_memory_file()
    guard file >= 0 else { throw .notStarted(program.name, errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = errno
        close(file)
        throw .notStarted(program.name, number)
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private func cleanAttributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // 0x80 is POSIX_SPAWN_SETSID, which Swift does not see.
    let session: Int16 = isInBackground ? 0x80 : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session)
    return attributes
  }
}

/// A child process, reaped once.
final class ChildProcess: RunningChild {
  private let identifier: pid_t
  private let hasEnded = Lock(false)

  init(_ identifier: pid_t) { self.identifier = identifier }

  /// Waits on a thread of its own, which costs nothing while the program runs.
  func ending() async -> ChildEnding {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.reap()) }
    }
  }

  func send(_ signal: Int32) {
    hasEnded.withLock { if !$0 { kill(identifier, signal) } }
  }

  /// Waits without reaping first, so that a signal is never sent to another process with the same number.
  private func reap() -> ChildEnding {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return hasEnded.withLock { hasEnded in
      var status: Int32 = 0
      var reaped = waitpid(identifier, &status, 0)
      while reaped == -1, errno == EINTR { reaped = waitpid(identifier, &status, 0) }
      hasEnded = true
      guard reaped == identifier else { return .unknown }
      return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
    }
  }
}
