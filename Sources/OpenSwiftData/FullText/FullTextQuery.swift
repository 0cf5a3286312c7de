/// The query to a full-text index for the rows that may contain a text: those with all of its trigrams.
///
/// Source: https://www.sqlite.org/fts5.html#the_trigram_tokenizer
struct FullTextQuery {
  /// The right side of `MATCH`.
  let expression: String

  /// How many trigrams are looked up at most; more would hardly exclude further rows.
  private static let maxCount = 12

  /// Nil for a text that folds to fewer than three scalars, which has no trigram.
  init?(_ text: String) {
    guard let trigrams = Self.trigrams(of: text) else { return nil }
    expression = trigrams
  }

  /// The query for a text that an SQL function searches.
  ///
  /// Of a text that Foundation searches by its own rules, only its literal beginning can be looked up.
  init?(_ text: String, searchedBy function: String) {
    guard function == LocalizedSearch.functionName else {
      self.init(text)
      return
    }
    self.init(beginning: text)
  }

  private init?(beginning text: String) {
    var folder = TextFolder()
    let beginning = folder.literalBeginning(of: text)
    guard let trigrams = Self.trigrams(of: beginning) else { return nil }
    expression = TextFolder.hasSyllable(beginning) ? "(\(trigrams)) OR \(Self.openSyllable)" : trigrams
  }

  /// The beginning of the trigrams of a text of one or two scalars; nil if nothing is left of it when it is folded, or
  /// if Foundation may find it in texts without it.
  static func beginning(of text: String) -> String? {
    var folder = TextFolder()
    let beginning = folder.literalBeginning(of: text)
    guard !TextFolder.hasSyllable(beginning) else { return nil }
    let folded = folder.fold(beginning)
    return (1...2).contains(folded.unicodeScalars.count) ? folded : nil
  }

  /// Matches the texts in which Foundation may find a syllable that isn't there.
  private static let openSyllable = Trigram.sequence(in: TextFolder.openSyllableMark).map(\.expression).joined()

  private static func trigrams(of text: String) -> String? {
    var folder = TextFolder()
    let trigrams = Trigram.sequence(in: folder.fold(text))
    guard let last = trigrams.indices.last else { return nil }
    // All, or some at equal distances.
    let chosen = last < maxCount ? trigrams : (0..<maxCount).map { trigrams[$0 * last / (maxCount - 1)] }
    return chosen.map(\.expression).joined(separator: " ")
  }
}

/// A column with a full-text index in the SQL of a predicate.
struct FullTextColumn {
  let index: FullTextIndex
  /// The SQL of the key of the row that has the column.
  let key: String

  /// Nil if the column has no index.
  init?(_ column: ModelColumn, of table: EntityTable, key: String) {
    guard !table.fullText.isEmpty else { return nil }
    let name = EntityTable.columnName(column.name)
    guard let index = table.fullText.first(where: { $0.column == name }) else { return nil }
    self.init(index: index, key: key)
  }

  private init(index: FullTextIndex, key: String) {
    self.index = index
    self.key = key
  }

  /// The same column of the row with another key.
  func found(by key: String) -> FullTextColumn { FullTextColumn(index: index, key: key) }
}

/// The rows for which a condition on a text can be true.
struct FullTextCandidates {
  /// The property of these rows that the index looks up.
  enum Mark {
    case trigrams(FullTextQuery)
    /// A trigram that begins with a text.
    case beginning(String)
  }

  let column: FullTextColumn
  let mark: Mark
  /// The text that the condition searches for.
  let text: String
}

extension FullTextCandidates {
  /// Whether the text is one that goes on where that of others ends, in the same column.
  func continues(_ other: FullTextCandidates) -> Bool {
    column.index.tableName == other.column.index.tableName && column.key == other.column.key
      && text.unicodeScalars.starts(with: other.text.unicodeScalars)
  }

  /// Up to how many occurrences a text too short for a trigram is rare: reading so many keys is faster than a scan of
  /// all rows.
  static let rareLimit: Int64 = 50_000

  /// Whether fewer than one in so many rows have the text, or fewer than some, as far as that can be told in a short time.
  ///
  /// A text that is too short for a trigram is rare up to `rareLimit`.
  func isRare(oneIn: Int64, orFewerThan few: Int64, on connection: Connection) throws(SQLiteError) -> Bool {
    guard case .trigrams(let query) = mark else { return try isRare(limit: Self.rareLimit, on: connection) }
    return try column.index.isRare(matching: query.expression, oneIn: oneIn, orFewerThan: few, on: connection)
  }

  /// Whether a text that is too short for a trigram occurs less often; any other one is not asked for.
  func isRare(limit: Int64, on connection: Connection) throws(SQLiteError) -> Bool {
    guard case .beginning(let text) = mark else { return true }
    return try column.index.isRare(beginning: text, limit: limit, on: connection)
  }
}

/// What a query may use full-text indexes for.
enum FullTextUse {
  /// Nothing: if a few rows are known by key already, reading these is less work.
  case nothing
  /// Texts with a trigram.
  case trigrams
  /// Shorter texts too, which are worth it only if they are rare.
  case everything
}
