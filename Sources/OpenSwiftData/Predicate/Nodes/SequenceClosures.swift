import Foundation

/// `sequence.contains { … }`
extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.term(sequence)
    if case .list(let list) = sequence {
      let test = try translator.test(of: list.element, variable.key, test)
      return .condition("(\(list.exists(where: test)))", isStrict: false)
    }
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("0") }
    return .condition("(\(tests.joined(separator: " OR ")))", isStrict: false)
  }

  var inMemory: MemoryExpression<Bool> {
    let (sequence, test) = (sequence.memory, test.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).contains { element in
        inner[variable] = element
        return try test.evaluate(inner)
      }
    }
  }
}

/// `sequence.allSatisfy { … }`
extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.term(sequence)
    if case .list(let list) = sequence {
      let test = try translator.test(of: list.element, variable.key, test)
      return .condition("(NOT \(list.exists(where: "(\(test) IS NOT 1)")))", isStrict: false)
    }
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("1") }
    return .condition("(\(tests.joined(separator: " AND ")))", isStrict: false)
  }

  var inMemory: MemoryExpression<Bool> {
    let (sequence, test) = (sequence.memory, test.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).allSatisfy { element in
        inner[variable] = element
        return try test.evaluate(inner)
      }
    }
  }
}

/// `sequence.filter { … }`
extension PredicateExpressions.Filter: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .list(var list) = try translator.term(sequence) else { return try translator.constant(self) }
    list.condition += " AND \(try translator.test(of: list.element, variable.key, filter))"
    return .list(list)
  }

  var inMemory: MemoryExpression<[LHS.Output.Element]> {
    let (sequence, filter) = (sequence.memory, filter.memory)
    return MemoryExpression { bindings in
      var inner = bindings
      return try sequence.evaluate(bindings).filter { element in
        inner[variable] = element
        return try filter.evaluate(inner)
      }
    }
  }
}

extension PredicateTranslator {
  /// The body of a closure, its variable bound to a related row.
  fileprivate mutating func test(
    of element: SQLEntity, _ variable: PredicateExpressions.VariableID, _ test: Any
  ) throws -> String {
    try requiringSuccess { try $0.with(variable, as: .entity(element)) { try $0.condition(test).sql } }
  }

  /// The body of a closure, repeated for each element of a captured sequence.
  fileprivate mutating func tests(
    of sequence: SQLTerm, _ variable: PredicateExpressions.VariableID, _ test: Any
  ) throws -> [String] {
    guard case .captured(let value) = sequence, let elements = value as? any Sequence else {
      throw Unsupported(node: "a closure over a sequence")
    }
    let list = Self.elements(elements)
    guard list.count <= Self.longestSequence else { throw Unsupported(node: "a closure over a long sequence") }
    return try list.map { element in
      try requiringSuccess { try $0.with(variable, as: .captured(element)) { try $0.condition(test).sql } }
    }
  }

  /// SQLite limits the depth of expressions to 1000 (https://www.sqlite.org/limits.html#max_expr_depth).
  private static let longestSequence = 200

  private static func elements(_ sequence: some Sequence) -> [Any] { sequence.map { $0 } }
}
