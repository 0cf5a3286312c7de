extension FullTextCandidates {
  /// In how many places a text too short for a trigram is rare: to look at all rows instead takes longer than to read as
  /// many.
  static let rareLimit: Int64 = 50_000

  /// Whether the text is too short for a trigram.
  var isShort: Bool {
    if case .beginning = mark { true } else { false }
  }

  /// Whether so few rows have the text that it is of use to find them by it, as far as that can be told in a short time.
  ///
  /// - Parameter limit: in how many places a short text is rare.
  func isRare(limit: Int64 = rareLimit, on connection: Connection) throws(SQLiteError) -> Bool {
    switch mark {
    case .beginning(let text): try column.index.isRare(beginning: text, limit: limit, on: connection)
    case .trigrams(let query): try column.index.isRare(matching: query.expression, on: connection)
    }
  }
}
