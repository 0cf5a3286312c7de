/// A short message that goes away by itself, with what can be done about it.
public struct Toast: Hashable, Sendable {
  /// The message.
  public let text: String
  /// What can be done about it, as `u undo`.
  public let hint: KeyHint?

  /// Creates a toast.
  public init(_ text: String, hint: KeyHint? = nil) {
    self.text = text
    self.hint = hint
  }
}
