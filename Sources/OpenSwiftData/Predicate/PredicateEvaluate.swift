import Foundation

extension PredicateExpressions {
  /// The node of a predicate inside a predicate, which Foundation lacks on Linux.
  ///
  /// `#Predicate` refuses `evaluate` there; `Predicate.init(all:)` and `init(any:)` make this node.
  public struct PredicateEvaluate<each Input: PredicateExpression>: PredicateExpression {
    /// Whether the inner predicate matches.
    public typealias Output = Bool

    /// The inner predicate.
    public let predicate: Predicate<repeat (each Input).Output>
    /// What it is asked about.
    public let input: (repeat each Input)

    /// Creates the node.
    public init(predicate: Predicate<repeat (each Input).Output>, input: repeat each Input) {
      self.predicate = predicate
      self.input = (repeat each input)
    }

    /// Whether the inner predicate matches, in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(repeat try (each input).evaluate(bindings))
    }
  }
}

extension PredicateExpressions.PredicateEvaluate: Sendable where repeat each Input: Sendable {}

// A node has to be `Codable`; on Linux predicates can't be encoded, as their key paths can't.
extension PredicateExpressions.PredicateEvaluate: Codable where repeat each Input: Codable {
  /// Always throws: Foundation encodes no predicates on Linux.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "predicates can't be decoded on Linux"))
  }

  /// Always throws: Foundation encodes no predicates on Linux.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "predicates can't be encoded on Linux"))
  }
}

extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where repeat each Input: StandardPredicateExpression {}
