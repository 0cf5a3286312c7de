/// The full-text index over one column of an entity's table.
///
/// It is an FTS5 table of the trigrams of the folded texts, under the keys of the entity's rows; it keeps no texts.
/// Triggers note the rows that any program changes, see `UnindexedRows`; these are candidates of every search until they
/// are indexed.
///
/// Source: https://www.sqlite.org/fts5.html
struct FullTextIndex: Sendable {
  /// The version of the tables and their settings; those of another version have to be rebuilt.
  static let version = "4"

  let entity: String
  /// The column of the entity's table, not quoted.
  let column: String

  /// The quoted table of the index.
  var table: String { SQL.quoted(tableName) }

  /// The same, not quoted.
  var tableName: String { "\(Self.prefix)\(entity).\(column)" }

  /// The quoted content table that FTS5 is told of: there is none, so it neither keeps nor reads texts.
  private var texts: String { SQL.quoted("openswiftdata_texts_\(entity).\(column)") }

  /// The prefix of the names of all such tables, and of FTS5's tables behind them.
  static let prefix = "openswiftdata_text_"
  /// The prefix of the names of the tables of trigrams.
  static let trigramsPrefix = "openswiftdata_trigrams_"

  /// The virtual table of all trigrams and the keys of their rows.
  ///
  /// Source: https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  var trigramsName: String { "\(Self.trigramsPrefix)\(entity).\(column)" }

  /// The keys of all rows that may match; the expression is bound to the given parameter.
  func candidates(matching parameter: String) -> String {
    withUnindexed("SELECT rowid FROM \(table) WHERE \(table) MATCH \(parameter)")
  }

  /// The keys of all rows with a trigram that begins with the text which is bound to the given parameter.
  func candidates(beginning parameter: String) -> String {
    withUnindexed("SELECT doc FROM \(SQL.quoted(trigramsName)) WHERE \(trigrams(beginning: parameter))")
  }

  private func trigrams(beginning parameter: String) -> String {
    "term >= \(parameter) AND term <= \(parameter) || char(1114111, 1114111)"
  }

  private func withUnindexed(_ keys: String) -> String {
    "\(keys) UNION ALL SELECT id FROM \(UnindexedRows.table(of: entity))"
  }

  /// Whether few rows have a trigram that begins with a text; a row counts once for each such trigram.
  func isRare(beginning: String, limit: Int64, on connection: Connection) throws(SQLiteError) -> Bool {
    let some = "SELECT 1 FROM \(SQL.quoted(trigramsName)) WHERE \(trigrams(beginning: "?1")) LIMIT ?2"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.text(beginning), .integer(limit)])
    return count < limit
  }

  /// How many of the newest keys are sampled.
  private static let sampleSize: Int64 = 65_536

  /// Whether fewer than one in so many of the newest rows match, or fewer than some.
  ///
  /// This takes a small part of the time that finding all matches of a large table takes.
  func isRare(
    matching expression: String, oneIn: Int64, orFewerThan few: Int64, on connection: Connection
  ) throws(SQLiteError) -> Bool {
    let newest = try connection.integer("SELECT max(\(EntityTable.keyColumn)) FROM \(SQL.quoted(entity))")
    let hits = max(few, min(newest, Self.sampleSize) / oneIn)
    let some = "SELECT 1 FROM \(table) WHERE \(table) MATCH ?1 AND rowid > ?2 LIMIT ?3"
    let arguments: [SQLiteValue] = [.text(expression), .integer(newest - Self.sampleSize), .integer(hits)]
    return try connection.integer("SELECT count(*) FROM (\(some))", arguments) < hits
  }

  /// Creates the table.
  ///
  /// Texts are folded before, so the tokenizer need not; only keys are looked up, so neither texts nor details are
  /// stored. FTS5 itself merges nothing, see `FullTextMerging`.
  ///
  /// Source: https://www.sqlite.org/fts5.html#external_content_tables
  func create(on connection: Connection) throws {
    try connection.execute(
      """
      CREATE VIRTUAL TABLE \(table)
      USING fts5(text, content = \(texts), tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
      INSERT INTO \(table)(\(table), rank) VALUES('automerge', 0), ('crisismerge', 1999);
      CREATE VIRTUAL TABLE \(SQL.quoted(trigramsName)) USING fts5vocab(\(table), instance);
      """)
  }

  /// Merges segments of the index.
  ///
  /// - Parameter pages: the number of pages to write at most, roughly.
  func merge(pages: Int64, on connection: Connection) throws {
    try connection.run("INSERT INTO \(table)(\(table), rank) VALUES('merge', ?)", [.integer(pages)])
  }

  /// Drops the tables.
  func drop(on connection: Connection) throws {
    for name in names.reversed() { try connection.execute("DROP TABLE IF EXISTS \(SQL.quoted(name))") }
  }

  /// The unquoted names of what has to be in the store.
  var names: [String] { [tableName, trigramsName] }
}
