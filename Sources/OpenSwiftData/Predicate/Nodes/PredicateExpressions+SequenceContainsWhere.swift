import Foundation

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    if case .list(let list) = try translator.term(sequence) {
      let test = try translator.test(list.element, variable.key, test)
      return .condition("(\(list.exists(where: test)))", isStrict: false)
    }
    let tests = try translator.tests(of: sequence, variable.key, test)
    guard !tests.isEmpty else { return .condition("0") }
    return .condition("(\(tests.joined(separator: " OR ")))", isStrict: false)
  }
}
