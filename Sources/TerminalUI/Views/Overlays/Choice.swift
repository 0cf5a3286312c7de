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
  /// What tells it from all others, whatever it is called and says at the moment.
  public let id: any Hashable & Sendable
  /// Why it can't be chosen now; nil if it can.
  public let whyDisabled: String?

  /// Creates a choice.
  ///
  /// - Parameter id: What tells it from all others; its title if nil.
  public init(
    _ title: String, value: Value, key: Key? = nil, detail: String = "", whyDisabled: String? = nil,
    id: (any Hashable & Sendable)? = nil
  ) {
    self.id = id ?? title
    self.title = title
    self.value = value
    self.key = key
    self.detail = detail
    self.whyDisabled = whyDisabled
  }
}
