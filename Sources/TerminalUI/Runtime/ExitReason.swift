import CTerminalUIGuard
import Glibc

/// Why an application ended.
public enum ExitReason: Hashable, Sendable {
  /// It called ``Application/exit(_:)``, with this exit status.
  case quit(status: Int32)
  /// A signal of this number came.
  case signal(Int32)
  /// The terminal vanished.
  case hangUp

  /// The exit status a shell expects.
  public var status: Int32 {
    switch self {
    case .quit(let status): status
    case .signal(let number): 128 + number
    case .hangUp: 129
    }
  }
}

extension ExitReason {
  /// Ends the process so that its parent learns why: by the signal that came, or with ``status``.
  ///
  /// Call it when the terminal has been restored.
  public func endProcess() -> Never {
    if case .signal(let number) = self {
      tui_signals_default(number)
      raise(number)
    }
    exit(status)
  }
}
