import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let wrapped = try translator.term(wrapped)
    if case .captured(let value) = wrapped { return try mapped(value, &translator) }
    let result = try translator.with(variable.key, as: wrapped) { try $0.term(transform) }
    if case .reference(let reference) = wrapped { return try mapped(result, reference, &translator) }
    guard let optional = optional(wrapped) else { return result }
    var mapped = try translator.expression(result, transform)
    // What is NULL by itself where the optional is needs no test, and an index can serve it.
    if mapped.isStrict, mapped.sql.contains(optional) { return .value(mapped) }
    mapped = SQLExpression(
      sql: "(CASE WHEN \(optional) IS NOT NULL THEN \(mapped.sql) END)", kind: mapped.kind, isStrict: false,
      mayBeNaN: mapped.mayBeNaN, candidates: mapped.candidates)
    return .value(mapped)
  }

  /// What is NULL where the optional is nil.
  private func optional(_ term: SQLTerm) -> String? {
    switch term {
    case .value(let expression): expression.sql
    case .composite(let property, let entity): "\(entity.alias).\(EntityTable.column(property))"
    case .entity, .reference, .list, .captured: nil
    }
  }

  /// What is read of a row that is not there is NULL by itself; anything else has to be told so.
  private func mapped(
    _ result: SQLTerm, _ reference: SQLReference, _ translator: inout PredicateTranslator
  ) throws -> SQLTerm {
    if case .reference = result { return result }
    if case .list = result { throw PredicateTranslator.Unsupported(node: "the list of an optional model") }
    let value = try translator.expression(result, transform)
    if value.isStrict, value.sql.contains(reference.key.sql) { return .value(value) }
    let sql = "(CASE WHEN \(reference.key.sql) IS NOT NULL THEN \(value.sql) END)"
    return .value(
      SQLExpression(sql: sql, kind: value.kind, isStrict: false, mayBeNaN: value.mayBeNaN, candidates: value.candidates)
    )
  }

  private func mapped(_ value: Any, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let wrapped = (value as? any OptionalType)?.wrappedValue else { return .captured(Result?.none as Any) }
    return try translator.with(variable.key, as: .captured(wrapped)) { try $0.term(transform) }
  }
}
