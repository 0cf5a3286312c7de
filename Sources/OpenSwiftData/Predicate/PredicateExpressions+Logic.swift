import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(\(try translator.sql(lhs)) AND \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(\(try translator.sql(lhs)) OR \(try translator.sql(rhs)))")
  }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("(NOT \(try translator.sql(wrapped)))")
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let test = try translator.sql(test)
    return .value(
      "(CASE WHEN \(test) THEN \(try translator.sql(trueBranch)) ELSE \(try translator.sql(falseBranch)) END)")
  }
}
