import Foundation

extension PredicateTranslator {
  /// A test written out for each element of a captured sequence.
  mutating func tests(
    of sequence: Any, _ variable: PredicateExpressions.VariableID, _ test: Any
  ) throws -> [String] {
    guard case .captured(let value) = try term(sequence), let elements = value as? any Sequence else {
      throw Unsupported(node: "a closure over a sequence")
    }
    let list = Self.elements(elements)
    guard list.count <= Self.largestSequence else { throw Unsupported(node: "a closure over a long sequence") }
    return try list.map { element in
      try requiringSuccess { try $0.with(variable, as: .captured(element)) { try $0.condition(test).sql } }
    }
  }

  /// A test of a row.
  mutating func test(
    _ element: SQLEntity, _ variable: PredicateExpressions.VariableID, _ test: Any
  ) throws -> String {
    try requiringSuccess { try $0.with(variable, as: .entity(element)) { try $0.condition(test).sql } }
  }

  /// SQLite limits the depth of expressions to a thousand.
  ///
  /// Source: https://www.sqlite.org/limits.html#max_expr_depth
  private static let largestSequence = 200

  private static func elements(_ sequence: some Sequence) -> [Any] { sequence.map { $0 } }
}
