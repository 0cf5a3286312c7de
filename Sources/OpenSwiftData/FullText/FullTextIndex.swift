/// The full-text index over one column of an entity's table.
///
/// It is an FTS5 table of its own, whose rows hold the folded texts under the keys of the entity's rows. What is changed
/// by whomever is noted by triggers, see `FullTextNotes`, and belongs to every answer until it is indexed.
///
/// Source: https://www.sqlite.org/fts5.html
struct FullTextIndex: Sendable {
  /// The version of the tables and their settings; others have to be made anew.
  static let version = "3"

  let entity: String
  /// The column of the entity's table, not quoted.
  let column: String

  /// The quoted table of the index.
  var table: String { EntityTable.quoted(tableName) }

  /// The same, not quoted.
  var tableName: String { "\(Self.prefix)\(entity).\(column)" }

  /// What the names of all such tables begin with, and those of what FTS5 keeps them in.
  static let prefix = "openswiftdata_text_"
  /// The same of the tables of trigrams.
  static let trigramsPrefix = "openswiftdata_trigrams_"

  /// The virtual table of all trigrams and the keys of their rows.
  ///
  /// Source: https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  var trigramsName: String { "\(Self.trigramsPrefix)\(entity).\(column)" }

  /// The keys of all rows that may match; the expression is bound to the given parameter.
  func candidates(matching parameter: String) -> String {
    withNotes("SELECT rowid FROM \(table) WHERE \(table) MATCH \(parameter)")
  }

  /// The keys of all rows with a trigram that begins with the text which is bound to the given parameter.
  func candidates(beginning parameter: String) -> String {
    withNotes("SELECT doc FROM \(EntityTable.quoted(trigramsName)) WHERE \(trigrams(beginning: parameter))")
  }

  private func trigrams(beginning parameter: String) -> String {
    "term >= \(parameter) AND term <= \(parameter) || char(1114111, 1114111)"
  }

  private func withNotes(_ keys: String) -> String {
    "\(keys) UNION ALL SELECT id FROM \(FullTextNotes(entity: entity).table)"
  }

  /// Whether trigrams that begin with a text stand in some rows only, counted once for each trigram.
  func isRare(beginning: String, limit: Int64, on connection: Connection) throws(SQLiteError) -> Bool {
    let some = "SELECT 1 FROM \(EntityTable.quoted(trigramsName)) WHERE \(trigrams(beginning: "?1")) LIMIT ?2"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.text(beginning), .integer(limit)])
    return count < limit
  }

  /// How many of the newest keys stand for all, and in how many of these a text is not rare: about one in a thousand.
  private static let sample: (keys: Int64, hits: Int64) = (65_536, 64)

  /// Whether few of the newest rows match; to find out takes a small part of the time that it takes to find all.
  func isRare(matching expression: String, on connection: Connection) throws(SQLiteError) -> Bool {
    let newest = "(SELECT max(\(EntityTable.keyColumn)) FROM \(EntityTable.quoted(entity))) - \(Self.sample.keys)"
    let some = "SELECT 1 FROM \(table) WHERE \(table) MATCH ?1 AND rowid > \(newest) LIMIT \(Self.sample.hits)"
    return try connection.integer("SELECT count(*) FROM (\(some))", [.text(expression)]) < Self.sample.hits
  }

  /// Creates the table.
  ///
  /// Texts are folded already, so that the tokenizer need not; nothing but the keys is looked up. FTS5 itself merges
  /// nothing, see `FullTextMerging`.
  func create(on connection: Connection) throws {
    try connection.execute(
      """
      CREATE VIRTUAL TABLE \(table)
      USING fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
      INSERT INTO \(table)(\(table), rank) VALUES('automerge', 0), ('crisismerge', 1999);
      CREATE VIRTUAL TABLE \(EntityTable.quoted(trigramsName)) USING fts5vocab(\(table), instance);
      """)
  }

  /// Merges parts of the index, as many pages as it says.
  func merge(pages: Int64, on connection: Connection) throws {
    try connection.run("INSERT INTO \(table)(\(table), rank) VALUES('merge', ?)", [.integer(pages)])
  }

  /// What is wrong with the index, or nil if it holds together.
  func problem(on connection: Connection) throws -> String? {
    do {
      try connection.run("INSERT INTO \(table)(\(table)) VALUES('integrity-check')", [])
      return nil
    } catch {
      guard error.isDamage else { throw error }
      return "the full-text index of \(entity).\(column) is damaged"
    }
  }

  func drop(on connection: Connection) throws {
    for name in names.reversed() { try connection.execute("DROP TABLE IF EXISTS \(EntityTable.quoted(name))") }
  }

  /// What has to be in the store.
  var names: [String] { [tableName, trigramsName] }
}
