import Foundation

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("ifnull(\(try translator.sql(lhs)), \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let wrapped = try translator.term(wrapped)
    let sql: String
    switch wrapped {
    case .value(let value): sql = value
    // The column that says whether there is a value.
    case .composite(let property, let alias): sql = "\(alias).\(EntityTable.column(property))"
    case .entity: throw PredicateTranslator.Unsupported(node: "\(type(of: self))")
    }
    let mapped = try translator.with(variable.key, as: wrapped) { try $0.sql(transform) }
    return .value("(CASE WHEN \(sql) IS NULL THEN NULL ELSE \(mapped) END)")
  }
}

// A nil that is unwrapped by force makes a predicate throw in memory; in SQL the row just does not match.
extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.term(inner) }
}
