import Foundation

extension PredicateExpressions {
  /// The node of `caseInsensitiveCompare` in a predicate, which Foundation lacks on Linux.
  public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
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
      try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
    }
  }

  /// Makes the node of `caseInsensitiveCompare`; `#Predicate` calls it.
  public static func build_caseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringCaseInsensitiveCompare<Root, Other> {
    StringCaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
