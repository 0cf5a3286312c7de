import Foundation

extension PredicateExpressions {
  /// A predicate inside a predicate, a node that Foundation lacks on Linux.
  ///
  /// `#Predicate` refuses `evaluate` there; `Predicate.init(all:)` and `init(any:)` make this node.
  public struct PredicateEvaluate<each Input: PredicateExpression>: PredicateExpression {
    /// Whether the inner predicate matches.
    public typealias Output = Bool

    /// The inner predicate.
    public let predicate: Predicate<repeat (each Input).Output>
    /// The inputs of the inner predicate.
    public let input: (repeat each Input)

    /// Creates the node.
    public init(predicate: Predicate<repeat (each Input).Output>, input: repeat each Input) {
      self.predicate = predicate
      self.input = (repeat each input)
    }

    /// Evaluates the inner predicate in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(repeat try (each input).evaluate(bindings))
    }
  }
}

extension PredicateExpressions.PredicateEvaluate: Sendable where repeat each Input: Sendable {}

// Nodes must be `Codable`; on Linux predicates can't be encoded, as their key paths can't.
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

extension PredicateExpressions.PredicateEvaluate: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try bindInputs(&translator)
    return try translator.term(predicate.expression)
  }

  private func bindInputs(_ translator: inout PredicateTranslator) throws {
    for (variable, input) in repeat (each predicate.variable, each input) {
      try translator.bind(variable, to: input)
    }
  }

  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset {
    guard (try? bindInputs(&translator)) != nil else { return .everything }
    return translator.superset(of: predicate.expression, tellsFailures: tellsFailures)
  }

  var inMemory: MemoryExpression<Bool> {
    let condition = predicate.expression.memory
    return MemoryExpression { try condition.evaluate(inner($0)) }
  }

  /// Binds the variables of the inner predicate to the inputs.
  private func inner(_ bindings: PredicateBindings) throws -> PredicateBindings {
    var inner = bindings
    for (variable, input) in repeat (each predicate.variable, each input) {
      inner[variable] = try input.memory.evaluate(bindings)
    }
    return inner
  }

  func narrow(_ bounds: inout HistoryBounds) {
    for (variable, input) in repeat (each predicate.variable, each input) {
      bounds.bind(variable.key, to: input)
    }
    bounds.narrow(predicate.expression)
  }
}

/// `expression.evaluate(…)`
extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .captured(let value) = try translator.term(expression),
      let expression = value as? Transformation.Output
    else { throw PredicateTranslator.Unsupported(node: "evaluate") }
    for (variable, input) in repeat (each expression.variable, each input) {
      try translator.bind(variable, to: input)
    }
    return try translator.term(expression.expression)
  }

  var inMemory: MemoryExpression<Output> {
    let transformation = expression.memory
    return MemoryExpression { bindings in
      let expression = try transformation.evaluate(bindings)
      return try expression.expression.memory.evaluate(inner(bindings, expression))
    }
  }

  /// Binds the variables of the expression to the inputs.
  private func inner(
    _ bindings: PredicateBindings, _ expression: Expression<repeat (each Input).Output, Output>
  ) throws -> PredicateBindings {
    var inner = bindings
    for (variable, input) in repeat (each expression.variable, each input) {
      inner[variable] = try input.memory.evaluate(bindings)
    }
    return inner
  }
}
