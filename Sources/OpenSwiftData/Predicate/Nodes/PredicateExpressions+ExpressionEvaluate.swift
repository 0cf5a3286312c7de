import Foundation

extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard case .captured(let value) = try translator.term(expression),
      let expression = value as? Transformation.Output
    else { throw PredicateTranslator.Unsupported(node: "evaluate") }
    for (variable, input) in repeat (each expression.variable, each input) {
      let count = translator.arguments.count
      translator.set(variable.key, to: try translator.term(input))
      if translator.arguments.count > count { translator.mayBindInVain = true }
    }
    return try translator.term(expression.expression)
  }
}
