import Foundation

/// `<`, `<=`, `>` and `>=`.
extension PredicateExpressions.Comparison: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let sign = ComparisonSign(op) else { throw PredicateTranslator.Unsupported(node: "\(op)") }
    try translator.requireSQLOrder(of: LHS.Output.self)
    return .value(try translator.expression(lhs).comparison(sign, translator.expression(rhs)))
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.Comparison<_, _>(lhs: lhs.memory, rhs: rhs.memory, op: op))
  }
}

extension PredicateExpressions.Comparison: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func describe(in shape: inout PredicateShape) {
    // An unknown operator can't be translated, so nothing is cached for it.
    shape.mark(ComparisonSign(op)?.rawValue ?? 0)
    shape.describe(lhs, rhs)
  }
}

extension PredicateExpressions.Comparison {
  func narrow(_ bounds: inout HistoryBounds) {
    if let sign = ComparisonSign(op) { bounds.narrow(lhs, sign, rhs) }
  }
}

enum ComparisonSign: Int {
  case less = 1
  case lessOrEqual, equal, greaterOrEqual, greater

  /// Nil for an operator added by a later version of Foundation.
  init?(_ operation: PredicateExpressions.ComparisonOperator) {
    switch operation {
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    @unknown default: return nil
    }
  }

  var sql: String {
    switch self {
    case .less: "<"
    case .lessOrEqual: "<="
    case .equal: "="
    case .greaterOrEqual: ">="
    case .greater: ">"
    }
  }

  /// The results of `number_compare` for which the comparison holds; 2 is a NaN, with which none does.
  fileprivate var results: String {
    switch self {
    case .less: "IN (-1)"
    case .lessOrEqual: "IN (-1, 0)"
    case .equal: "IN (0)"
    case .greaterOrEqual: "IN (0, 1)"
    case .greater: "IN (1)"
    }
  }

  /// The comparison with its sides swapped.
  var mirrored: ComparisonSign {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .greater: .less
    }
  }
}

extension SQLExpression {
  /// - Throws: `Unsupported` if SQL has no order of such values.
  func comparison(_ sign: ComparisonSign, _ other: SQLExpression) throws -> SQLExpression {
    guard kind == other.kind, kind.isOrdered else {
      throw PredicateTranslator.Unsupported(node: "the order of \(kind) and \(other.kind)")
    }
    return SQLExpression(
      sql: "(\(comparisonSQL(sign, other)))", kind: .boolean, isStrict: isStrict && other.isStrict)
  }

  private func comparisonSQL(_ sign: ComparisonSign, _ other: SQLExpression) -> String {
    if mayBeNaN || other.mayBeNaN { return "number_compare(\(sql), \(other.sql)) \(sign.results)" }
    let collation = kind.collation.map { " COLLATE \($0.rawValue)" } ?? ""
    return "\(sql) \(sign.sql) \(other.sql)\(collation)"
  }
}

extension PredicateTranslator {
  /// - Throws: `Unsupported` if the type orders values differently than SQL orders their stored form.
  func requireSQLOrder(of type: Any.Type) throws {
    guard let raw = type as? any RawRepresentable.Type else { return }
    guard RawOrder.isOrderOfValues(raw) else { throw Unsupported(node: "the order of \(type)") }
  }
}
