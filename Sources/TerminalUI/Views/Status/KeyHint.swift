/// A command as footer, help and menus show it: its keys, its name, what it does, and why it can't be done now.
public struct KeyHint: Hashable, Sendable {
  /// The keys, as people write them.
  public let keys: String
  /// One or two words, for the footer.
  public let title: String
  /// A sentence, for the help screen.
  public let help: String
  /// Whether it can be done now; shown dim if not.
  public let isEnabled: Bool
  /// Why it can't be done now; nil if it can, or nobody knows.
  public let whyDisabled: String?

  /// Creates a hint; without a sentence the title serves as help.
  ///
  /// - Parameter whyDisabled: Why it can't be done now; with a reason, it can't.
  public init(
    _ keys: String, _ title: String, help: String? = nil, isEnabled: Bool = true, whyDisabled: String? = nil
  ) {
    self.keys = keys
    self.title = title
    self.help = help ?? title
    self.isEnabled = isEnabled && whyDisabled == nil
    self.whyDisabled = whyDisabled
  }
}
