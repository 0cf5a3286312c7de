import Foundation

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("1") }
    return .condition("(\(tests.joined(separator: " AND ")))", isStrict: false)
  }
}
