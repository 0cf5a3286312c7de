extension PredicateTranslator {
  /// The rows whose column may contain a captured text, as an SQL function sees it; nil if no index knows.
  mutating func candidates(
    _ function: String, _ text: SQLExpression, containing part: SQLTerm
  ) -> FullTextCandidates? {
    searchesTexts = true
    guard fullTextUse != .nothing, let column = text.fullText, case .captured(let value) = part,
      let part = CapturedText.text(of: value)
    else { return nil }
    if let query = FullTextQuery(part, searchedBy: function) {
      return FullTextCandidates(column: column, mark: .trigrams(query))
    }
    // What ignores case finds about what the index does; anything else may be rare although its letters are not.
    guard fullTextUse == .everything, function == LocalizedSearch.functionName else { return nil }
    return FullTextQuery.beginning(of: part).map { FullTextCandidates(column: column, mark: .beginning($0)) }
  }

  /// A condition of which it only matters where it is true, and there it is the same: what the index excludes, the
  /// condition would exclude too.
  ///
  /// Anywhere else, as behind `!`, the difference between what is false and what is unknown would matter.
  mutating func narrowed(_ condition: SQLExpression) throws -> String {
    guard let candidates = condition.candidates else { return condition.sql }
    let keys = try keys(of: candidates)
    return "(\(condition.sql) AND \(candidates.column.key) IN (\(keys)))"
  }

  private mutating func keys(of candidates: FullTextCandidates) throws -> String {
    lookUps.append(candidates)
    let index = candidates.column.index
    switch candidates.mark {
    case .trigrams(let query): return index.candidates(matching: try bind(.text(query.expression)))
    case .beginning(let text): return index.candidates(beginning: try bind(.text(text)))
    }
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
