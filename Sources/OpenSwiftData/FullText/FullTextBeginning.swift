/// A text too short for a trigram, which is looked up as the beginning of trigrams.
struct FullTextBeginning {
  let index: FullTextIndex
  let text: String

  /// In how many places it is rare: to look at all rows instead takes longer than to read as many.
  static let limit: Int64 = 50_000

  func isRare(limit: Int64, on connection: Connection) throws(SQLiteError) -> Bool {
    try index.isRare(beginning: text, limit: limit, on: connection)
  }
}
