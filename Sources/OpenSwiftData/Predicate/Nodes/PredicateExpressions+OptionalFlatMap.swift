import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let wrapped = try translator.term(wrapped)
    if case .captured(let value) = wrapped { return try mapped(value, &translator) }
    let result = try translator.with(variable.key, as: wrapped) { try $0.term(transform) }
    guard let optional = optional(wrapped) else { return result }
    var mapped = try translator.expression(result, transform)
    // What is NULL by itself where the optional is needs no test, and an index can serve it.
    if mapped.isStrict, mapped.sql.contains(optional) { return .value(mapped) }
    mapped = SQLExpression(
      sql: "(CASE WHEN \(optional) IS NOT NULL THEN \(mapped.sql) END)", kind: mapped.kind, isStrict: false,
      mayBeNaN: mapped.mayBeNaN)
    return .value(mapped)
  }

  /// What is NULL where the optional is nil.
  private func optional(_ term: SQLTerm) -> String? {
    switch term {
    case .value(let expression): expression.sql
    case .composite(let property, let entity): "\(entity.alias).\(EntityTable.column(property))"
    case .entity, .captured: nil
    }
  }

  private func mapped(_ value: Any, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let wrapped = (value as? any OptionalType)?.wrappedValue else { return .captured(Result?.none as Any) }
    return try translator.with(variable.key, as: .captured(wrapped)) { try $0.term(transform) }
  }
}
