/// Something that can be chosen from a ``Menu`` or a ``CommandPalette``.
public struct Choice<Value: Sendable>: Sendable {
  /// What is chosen.
  public let value: Value
  /// What it is called.
  public let title: String
  /// The key that chooses it at once in a menu; in a palette it is shown only.
  public let key: Key?
  /// What stands dim at the right.
  public let detail: String
  /// Why it can't be chosen now; nil if it can.
  public let whyDisabled: String?

  /// Creates a choice.
  public init(_ title: String, value: Value, key: Key? = nil, detail: String = "", whyDisabled: String? = nil) {
    self.title = title
    self.value = value
    self.key = key
    self.detail = detail
    self.whyDisabled = whyDisabled
  }
}
