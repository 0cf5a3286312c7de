/// How a program ended.
public enum ChildEnding: Hashable, Sendable {
  /// By itself, with this status.
  case exited(Int32)
  /// By the signal of this number.
  case killed(Int32)
  /// Not known: somebody else in this process took what the system knew of it.
  case unknown
}
