import CTerminalUIGuard
import DocketLocking
import Foundation
import Glibc

/// Starts programs as processes with descriptors 0 to 2, default signal actions, and no blocked signal.
public struct ProcessLauncher: ChildLauncher {
  /// Creates a launcher.
  public init() {}

  /// Starts a process.
  public func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    _ = tui_close_from(&actions, 3)
    var attributes = Self.cleanAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let words = ([program.name] + program.arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    // If our parent ignored SIGCHLD, we inherit that, and the system would not tell us how children end.
    tui_signals_keep_endings()
    var identifier = pid_t()
    let number = posix_spawnp(&identifier, program.name, &actions, &attributes, words + [nil], environ)
    if number == ENOENT { throw .notFound(program.name) }
    guard number == 0 else { throw .notStarted(program.name, number) }
    return ChildProcess(identifier)
  }

  private static func cleanAttributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
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
