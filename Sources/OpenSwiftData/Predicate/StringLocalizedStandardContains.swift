import Foundation

extension PredicateExpressions {
  /// The node of `localizedStandardContains` in a predicate, which Foundation lacks on Linux.
  public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text is found.
    public typealias Output = Bool

    /// The text that is searched.
    public let root: Root
    /// The text that is looked for.
    public let other: Other

    /// Creates the node.
    ///
    /// - Parameters:
    ///   - root: the text that is searched.
    ///   - other: the text that is looked for.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Whether the text is found, in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try LocalizedSearch.text(String(root.evaluate(bindings)), contains: String(other.evaluate(bindings)))
    }
  }

  /// Makes the node of `localizedStandardContains`; `#Predicate` calls it.
  public static func build_localizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringLocalizedStandardContains: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
