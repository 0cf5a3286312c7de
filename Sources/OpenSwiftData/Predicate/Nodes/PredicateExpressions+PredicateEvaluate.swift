import Foundation

extension PredicateExpressions.PredicateEvaluate: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try bind(&translator)
    return try translator.term(predicate.expression)
  }

  private func bind(_ translator: inout PredicateTranslator) throws {
    for (variable, input) in repeat (each predicate.variable, each input) {
      let count = translator.arguments.count
      translator.set(variable.key, to: try translator.term(input))
      if translator.arguments.count > count { translator.mayBindInVain = true }
    }
  }
}

extension PredicateExpressions.PredicateEvaluate: SQLJunction {
  func superset(_ translator: inout PredicateTranslator) -> PredicateTranslator.Superset {
    guard (try? bind(&translator)) != nil else { return PredicateTranslator.Superset(sql: nil, isExact: false) }
    return translator.superset(of: predicate.expression)
  }
}
