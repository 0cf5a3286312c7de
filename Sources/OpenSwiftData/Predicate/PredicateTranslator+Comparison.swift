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

extension SQLExpression {
  /// How the value compares with another one.
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
    return "\(sql) \(sign.rawValue) \(other.sql)\(collation)"
  }
}

extension PredicateTranslator {
  /// - Throws: `Unsupported` if a type orders its values otherwise than SQL orders what is stored for them.
  func requireSQLOrder(of type: Any.Type) throws {
    guard let raw = type as? any RawRepresentable.Type else { return }
    guard RawOrder.isOrderOfValues(raw) else { throw Unsupported(node: "the order of \(type)") }
  }

  /// - Parameter captured: a value of the type, if there is one.
  /// - Throws: `Unsupported` if a type finds values equal whose raw values differ, or the other way round.
  func requireSQLEquality(of type: Any.Type, captured: Any? = nil) throws {
    guard RawEquality.isOfRawValues(type, captured: captured) else {
      throw Unsupported(node: "the equality of \(type)")
    }
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
