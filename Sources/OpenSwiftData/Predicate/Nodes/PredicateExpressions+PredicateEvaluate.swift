import Foundation

extension PredicateExpressions.PredicateEvaluate: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try bind(&translator)
    return try translator.term(predicate.expression)
  }

  private func bind(_ translator: inout PredicateTranslator) throws {
    for (variable, input) in repeat (each predicate.variable, each input) {
      try translator.bind(variable, to: input)
    }
  }
}

extension PredicateExpressions.PredicateEvaluate: SQLJunction {
  func superset(
    _ translator: inout PredicateTranslator, tellsFailures: Bool
  ) -> PredicateTranslator.Superset {
    guard (try? bind(&translator)) != nil else { return PredicateTranslator.Superset(sql: nil, isExact: false) }
    return translator.superset(of: predicate.expression, tellsFailures: tellsFailures)
  }
}
