/// Why an application ended.
public enum ExitReason: Hashable, Sendable {
  /// It was asked to, with this exit status.
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
