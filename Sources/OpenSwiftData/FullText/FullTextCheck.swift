/// Compares one full-text index with the texts of its rows.
///
/// The index keeps no texts. FTS5 would read them from a view that the index names and that does not exist: it is created
/// in a transaction, which is rolled back.
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
  /// - Complexity: linear in the texts of all rows; keeps others from writing meanwhile.
  func problem() throws -> String? {
    let isSound = try connection.withRolledBackWriteTransaction {
      try createTexts()
      do {
        // Comparing the texts finds whatever else is wrong too.
        return try passes(comparingTexts: true) || (passes(comparingTexts: false) && findsAllRows())
      } catch let error as SQLiteError where error.isCorruption {
        return false
      }
    }
    return isSound ? nil : "the full-text index of \(index.entity).\(index.column) is damaged"
  }

  /// Creates the view of the texts that the index should have: the noted text of a noted row, if notes are reliable, and
  /// the current one of any other.
  private func createTexts() throws {
    let unindexed = UnindexedRows.table(of: index.entity)
    let areReliable = try UnindexedRows.areReliable(of: index.entity, on: connection)
    let text = "\(SQLFunctions.indexedText)(\(SQL.quoted(index.column)))"
    try connection.execute(
      """
      CREATE VIEW \(index.texts)(rowid, text) AS
      SELECT id, \(text) FROM \(SQL.quoted(index.entity)) WHERE id NOT IN (SELECT id FROM \(unindexed))
      \(areReliable ? "UNION ALL SELECT id, \(text) FROM \(unindexed)" : "")
      """)
  }

  /// Whether FTS5 finds nothing wrong in the index, and if texts are compared, those of all rows and no other ones.
  private func passes(comparingTexts: Bool) throws -> Bool {
    do {
      let command = "INSERT INTO \(index.table)(\(index.table), rank) VALUES('integrity-check', ?)"
      try connection.run(command, [.integer(comparingTexts ? 1 : 0)])
      return true
    } catch {
      guard error.isCorruption else { throw error }
      return false
    }
  }

  /// Whether the index has all trigrams of each row, whatever else it has: rows that another program replaced or changed
  /// in a trigger stay in it under their old texts too, and harm nobody, as each match is verified.
  private func findsAllRows() throws -> Bool {
    let indexed = try checksums()
    let rows = try connection.statement("SELECT rowid, text FROM \(index.texts) WHERE text != ''")
    defer { rows.reset() }
    while try rows.step() {
      let (key, trigrams) = (rows.integer(0), Trigram.all(in: rows.text(1)))
      guard trigrams.reduce(0, { $0 &+ $1.checksum }) != indexed[key] else { continue }
      guard try finds(key, by: trigrams) else { return false }
    }
    return true
  }

  /// The sums of the checksums of all trigrams in the index, by the keys of their rows.
  private func checksums() throws -> [Int64: UInt64] {
    var checksums: [Int64: UInt64] = [:]
    let trigrams = try connection.statement("SELECT term, doc FROM \(SQL.quoted(index.trigramsName))")
    defer { trigrams.reset() }
    while try trigrams.step() {
      guard let trigram = Trigram(trigrams.text(0)) else { continue }
      checksums[trigrams.integer(1), default: 0] &+= trigram.checksum
    }
    return checksums
  }

  /// Whether a row is found by each of its trigrams.
  private func finds(_ key: Int64, by trigrams: [Trigram]) throws -> Bool {
    let search = try connection.statement("SELECT 1 FROM \(index.table) WHERE \(index.table) MATCH ?1 AND rowid = ?2")
    return try trigrams.allSatisfy { trigram in
      defer { search.reset() }
      try search.bind(trigram.expression, at: 1)
      try search.bind(key, at: 2)
      return try search.step()
    }
  }
}
