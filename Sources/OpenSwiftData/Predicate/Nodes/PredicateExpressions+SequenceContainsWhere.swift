import Foundation

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("0") }
    return .condition("(\(tests.joined(separator: " OR ")))", isStrict: false)
  }
}
