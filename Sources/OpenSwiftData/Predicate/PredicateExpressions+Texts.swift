import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard Base.Output.self is any StringProtocol.Type else { throw PredicateTranslator.Unsupported(node: "contains") }
    return .value("string_contains(\(try translator.sql(base)), \(try translator.sql(other)))")
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateTranslator.Unsupported(node: "starts(with:)")
    }
    return .value("string_starts_with(\(try translator.sql(base)), \(try translator.sql(prefix)))")
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value("localized_standard_contains(\(try translator.sql(root)), \(try translator.sql(other)))")
  }
}
