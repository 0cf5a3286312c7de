import Foundation

extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .captured(let value) = try translator.term(expression),
      let expression = value as? Transformation.Output
    else { throw PredicateTranslator.Unsupported(node: "evaluate") }
    for (variable, input) in repeat (each expression.variable, each input) {
      try translator.bind(variable, to: input)
    }
    return try translator.term(expression.expression)
  }
}
