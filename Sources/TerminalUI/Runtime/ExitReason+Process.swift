import CTerminalUIGuard
import Glibc

extension ExitReason {
  /// Ends the process the way that tells its parent why: by the signal that came, or with ``status``.
  ///
  /// Call it when the terminal has been given back.
  public func endProcess() -> Never {
    if case .signal(let number) = self {
      tui_signals_default(number)
      raise(number)
    }
    exit(status)
  }
}
