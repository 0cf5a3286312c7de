import Foundation

extension PredicateExpressions {
  /// The node of `localizedCompare` in a predicate, which Foundation lacks on Linux.
  public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// How the texts are ordered.
    public typealias Output = ComparisonResult

    /// The first text.
    public let root: Root
    /// The second text.
    public let other: Other

    /// Creates the node.
    ///
    /// - Parameters:
    ///   - root: the first text.
    ///   - other: the second text.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// How the texts are ordered, in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
    }
  }

  /// Makes the node of `localizedCompare`; `#Predicate` calls it.
  public static func build_localizedCompare<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedCompare<Root, Other> {
    StringLocalizedCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringLocalizedCompare: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
