/// What full-text indexes are asked for.
enum FullTextUse {
  /// Nothing: where a few rows are known by key already, to look at these is less work.
  case nothing
  /// Texts with a trigram.
  case trigrams
  /// Shorter texts too, which are worth it only if they are rare.
  case everything
}

/// A text too short for a trigram, which is looked up as the beginning of trigrams.
struct FullTextBeginning {
  let index: FullTextIndex
  let text: String

  /// From how many places on all rows are looked at instead: about as many as can be read in that time.
  private static let limit: Int64 = 50_000

  func isRare(on connection: Connection) throws(SQLiteError) -> Bool {
    try index.isRare(beginning: text, limit: Self.limit, on: connection)
  }
}
