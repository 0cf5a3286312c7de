import Foundation

enum ComparisonSign: String {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The results of `number_compare` for which the comparison holds.
  var results: String {
    switch self {
    case .less: "IN (-1)"
    case .lessOrEqual: "IN (-1, 0)"
    case .greater: "IN (1)"
    case .greaterOrEqual: "IN (0, 1)"
    }
  }
}

extension PredicateTranslator {
  func comparison(_ left: SQLExpression, _ sign: ComparisonSign, _ right: SQLExpression) throws -> SQLTerm {
    let isStrict = left.isStrict && right.isStrict
    guard left.kind == right.kind, left.kind.isOrdered else {
      throw Unsupported(node: "the order of \(left.kind) and \(right.kind)")
    }
    if left.mayBeNaN || right.mayBeNaN {
      return .condition("(number_compare(\(left.sql), \(right.sql)) \(sign.results))", isStrict: isStrict)
    }
    let collation = left.kind.collation.map { " COLLATE \($0.rawValue)" } ?? ""
    return .condition("(\(left.sql) \(sign.rawValue) \(right.sql)\(collation))", isStrict: isStrict)
  }

  /// - Throws: `Unsupported` if a type orders its values otherwise than SQL orders what is stored for them.
  func requireSQLOrder(of type: Any.Type) throws {
    guard let raw = type as? any RawRepresentable.Type else { return }
    guard RawOrder.isOrderOfValues(raw) else { throw Unsupported(node: "the order of \(type)") }
  }
}

extension SQLKind {
  /// Whether SQL can order the values.
  var isOrdered: Bool {
    switch self {
    case .boolean, .blob, .opaque, .identifier(nil): false
    default: true
    }
  }
}

extension SQLExpression {
  /// The kind of a choice between two expressions.
  func commonKind(_ other: SQLExpression) throws -> SQLKind {
    if sql == "NULL" { return other.kind }
    if other.sql == "NULL" { return kind }
    guard kind == other.kind else {
      throw PredicateTranslator.Unsupported(node: "a choice between \(kind) and \(other.kind)")
    }
    return kind
  }
}
