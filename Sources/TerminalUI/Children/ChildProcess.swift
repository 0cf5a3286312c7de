import DocketLocking
import Foundation

/// A child process, reaped once.
final class ChildProcess: RunningChild {
  private let identifier: pid_t
  private let hasEnded = Lock(false)

  init(_ identifier: pid_t) { self.identifier = identifier }

  /// Waits on a thread of its own, which costs nothing while an editor is open.
  func ending() async -> ChildEnding {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.reap()) }
    }
  }

  func send(_ signal: Int32) {
    hasEnded.withLock { if !$0 { kill(identifier, signal) } }
  }

  /// Waits without reaping first, so that the number cannot belong to another process when a signal is sent.
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
