/// Compares one full-text index with the texts of its rows.
///
/// The index keeps no texts. FTS5 would read them from a table or view that the index names and that does not exist: it
/// is made for the time of the check, in a transaction that is rolled back.
///
/// Source: https://www.sqlite.org/fts5.html#the_integrity_check_command
struct FullTextCheck {
  private let index: FullTextIndex
  private let connection: Connection

  init(_ index: FullTextIndex, on connection: Connection) {
    self.index = index
    self.connection = connection
  }

  /// What is wrong with the index, or nil.
  ///
  /// - Complexity: O(the texts of all rows), while nobody else can write; far slower for an index with keys of rows that
  ///   another program replaced, which harm no search: every match is verified.
  func problem() throws -> String? {
    try connection.withWriteTransaction {
      try connection.withRolledBackSavepoint {
        try createTexts()
        let isSound = try passes(comparingTexts: false) && (passes(comparingTexts: true) || findsAllRows())
        return isSound ? nil : "the full-text index of \(index.entity).\(index.column) is damaged"
      }
    }
  }

  /// Makes what the index should have: of a row that was not indexed since it changed, what was there before.
  private func createTexts() throws {
    let unindexed = UnindexedRows.table(of: index.entity)
    let text = "\(SQLFunctions.indexedText)(\(SQL.quoted(index.column)))"
    try connection.execute(
      """
      CREATE VIEW \(index.texts)(rowid, text) AS
      SELECT id, \(text) FROM \(SQL.quoted(index.entity)) WHERE id NOT IN (SELECT id FROM \(unindexed))
      UNION ALL SELECT id, \(text) FROM \(unindexed)
      """)
  }

  private func passes(comparingTexts: Bool) throws -> Bool {
    do {
      try connection.run(
        "INSERT INTO \(index.table)(\(index.table), rank) VALUES('integrity-check', ?)", [.integer(comparingTexts ? 1 : 0)])
      return true
    } catch {
      guard error.isCorruption else { throw error }
      return false
    }
  }

  /// Whether the index has all trigrams of each row, whatever else it has.
  private func findsAllRows() throws -> Bool {
    let rows = try connection.statement("SELECT rowid, text FROM \(index.texts) WHERE text != ''")
    let search = try connection.statement("SELECT 1 FROM \(index.table) WHERE \(index.table) MATCH ?1 AND rowid = ?2")
    defer { rows.reset() }
    while try rows.step() {
      for expression in FullTextQuery.expressions(ofIndexed: rows.text(1)) {
        defer { search.reset() }
        try search.bind(expression, at: 1)
        try search.bind(rows.integer(0), at: 2)
        guard try search.step() else { return false }
      }
    }
    return true
  }
}
