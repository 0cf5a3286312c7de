import Foundation

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  // A nil makes the evaluation fail: NULL, which is unknown where no nil can be.
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(inner)
    guard case .captured(let value) = term else { return unwrapped(term, &translator) }
    guard let wrapped = (value as? any OptionalType)?.wrappedValue else {
      throw PredicateTranslator.Unsupported(node: "a captured nil unwrapped by force")
    }
    return .captured(wrapped)
  }

  private func unwrapped(_ term: SQLTerm, _ translator: inout PredicateTranslator) -> SQLTerm {
    translator.noteFailure()
    guard case .reference(var reference) = term else { return term }
    reference.isUnwrapped = true
    return .reference(reference)
  }
}
