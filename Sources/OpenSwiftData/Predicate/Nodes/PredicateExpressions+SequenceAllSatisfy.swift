import Foundation

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    if case .list(let list) = try translator.term(sequence) {
      let test = try translator.test(list.element, variable.key, test)
      return .condition("(NOT \(list.exists(where: "(\(test) IS NOT 1)")))", isStrict: false)
    }
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("1") }
    return .condition("(\(tests.joined(separator: " AND ")))", isStrict: false)
  }
}
