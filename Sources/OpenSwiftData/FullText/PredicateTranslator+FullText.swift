extension PredicateTranslator {
  /// The rows whose column may contain a captured text, as an SQL function sees it; nil if no index knows.
  mutating func candidates(
    _ function: String, _ text: SQLExpression, containing part: SQLTerm
  ) -> FullTextCandidates? {
    searchesTexts = true
    guard mayUseFullText, let column = text.fullText, case .captured(let value) = part,
      let part = CapturedText.text(of: value), let query = FullTextQuery(part, searchedBy: function)
    else { return nil }
    return FullTextCandidates(column: column, query: query)
  }

  /// A condition of which it only matters where it is true, and there it is the same: what the index excludes, the
  /// condition would exclude too.
  ///
  /// Anywhere else, as behind `!`, the difference between what is false and what is unknown would matter.
  mutating func narrowed(_ condition: SQLExpression) throws -> String {
    guard let candidates = condition.candidates else { return condition.sql }
    let column = candidates.column
    let keys = column.index.candidates(matching: try bind(.text(candidates.query.expression)))
    usesFullText = true
    return "(\(condition.sql) AND \(column.key) IN (\(keys)))"
  }
}

extension SQLTerm {
  /// The same condition, which can be true for some rows only.
  func with(_ candidates: FullTextCandidates?) -> SQLTerm {
    guard case .value(var expression) = self else { return self }
    expression.candidates = candidates
    return .value(expression)
  }

  /// Whether it is a captured false.
  var isFalse: Bool {
    guard case .captured(let value) = self else { return false }
    return value as? Bool == false
  }
}
