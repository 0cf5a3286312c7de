/// A command as footer and help show it: its keys, its name, and what it does.
public struct KeyHint: Hashable, Sendable {
  /// The keys, as people write them.
  public let keys: String
  /// One or two words, for the footer.
  public let title: String
  /// A sentence, for the help screen.
  public let help: String
  /// Whether it can be done now; shown dim if not.
  public let isEnabled: Bool

  /// Creates a hint; without a sentence the title serves as help.
  public init(_ keys: String, _ title: String, help: String? = nil, isEnabled: Bool = true) {
    self.keys = keys
    self.title = title
    self.help = help ?? title
    self.isEnabled = isEnabled
  }
}
