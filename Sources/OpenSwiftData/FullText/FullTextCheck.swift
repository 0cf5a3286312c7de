/// Checks one full-text index.
///
/// FTS5 itself can't compare the texts, as the index keeps none: it finds out whether its parts fit together.
struct FullTextCheck {
  private let index: FullTextIndex

  init(_ index: FullTextIndex) { self.index = index }

  /// Whether FTS5 finds nothing wrong in its tables.
  ///
  /// - Parameter connection: FTS5 wants to write for its check, but writes nothing.
  /// - Complexity: linear in the size of the index.
  ///
  /// Source: https://www.sqlite.org/fts5.html#the_integrity_check_command
  func partsFitTogether(on connection: Connection) throws -> Bool {
    try isSound { try connection.run("INSERT INTO \(index.table)(\(index.table)) VALUES('integrity-check')") }
  }

  /// Whether a search finds each row by each trigram of its text.
  ///
  /// What else the index has is no matter: rows that another program replaced, or changed in a trigger, stay in it under
  /// their old texts too. This harms nobody, as each match is verified.
  ///
  /// To search for each trigram of each row would take minutes. So the rows of each trigram are searched for once, and
  /// the checksums of the trigrams by which a row is found are compared with those of its text.
  ///
  /// - Parameter connection: it reads one snapshot, and keeps nobody from writing.
  /// - Complexity: linear in the texts of all rows; takes some bytes of memory for each row.
  func findsAllRows(on connection: Connection) throws -> Bool {
    var isComplete = true
    let isSound = try isSound {
      try connection.withReadTransaction {
        var rows = try readTexts(on: connection)
        try search(for: &rows, on: connection)
        isComplete = try rows.checksums.differingKeys.allSatisfy { try finds($0, on: connection) }
      }
    }
    return isSound && isComplete
  }

  /// Whether the body finds no damage.
  private func isSound(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as SQLiteError where error.isCorruption {
      return false
    }
  }

  // MARK: - Comparing

  /// What should be in the index.
  private struct Rows {
    /// The last row that has it, of each trigram.
    var trigrams = TrigramTable()
    var checksums = ChecksumsByKey()
  }

  private func readTexts(on connection: Connection) throws -> Rows {
    var (rows, folder) = (Rows(), TextFolder())
    let texts = try connection.statement("\(try indexedTexts(on: connection)) ORDER BY 1")
    defer { texts.reset() }
    while try texts.step() {
      let row = rows.checksums.count
      var sum: UInt64 = 0
      for trigram in Trigram.sequence(in: folder.indexed(texts.text(1))) {
        if rows.trigrams.replace(trigram, with: row) != row { sum &+= trigram.checksum }
      }
      rows.checksums.append(sum, of: texts.integer(0))
    }
    return rows
  }

  /// Subtracts the checksum of each trigram from the rows that it finds.
  private func search(for rows: inout Rows, on connection: Connection) throws {
    let search = try connection.statement("SELECT rowid FROM \(index.table) WHERE \(index.table) MATCH ?")
    defer { search.reset() }
    for trigram in rows.trigrams.all {
      search.reset()
      try search.bind(trigram.expression, at: 1)
      while try search.step() { rows.checksums.subtract(trigram.checksum, of: search.integer(0)) }
    }
  }

  /// Whether a row that is found by other trigrams too is found by each of its own.
  private func finds(_ key: Int64, on connection: Connection) throws -> Bool {
    let texts = try connection.statement("SELECT text FROM (\(try indexedTexts(on: connection))) WHERE id = ?")
    let search = try connection.statement("SELECT 1 FROM \(index.table) WHERE \(index.table) MATCH ?1 AND rowid = ?2")
    defer { texts.reset() }
    try texts.bind(key, at: 1)
    guard try texts.step() else { return true }
    var folder = TextFolder()
    return try Trigram.sequence(in: folder.indexed(texts.text(0))).allSatisfy { trigram in
      defer { search.reset() }
      try search.bind(trigram.expression, at: 1)
      try search.bind(key, at: 2)
      return try search.step()
    }
  }

  /// The SQL of the keys and texts of which the index should know: of a noted row the noted text, if notes are reliable,
  /// and of any other the current one.
  private func indexedTexts(on connection: Connection) throws(SQLiteError) -> String {
    let unindexed = UnindexedRows.table(of: index.entity)
    let columns = "id, \(SQL.quoted(index.column)) AS text"
    let current = "SELECT \(columns) FROM \(SQL.quoted(index.entity)) WHERE id NOT IN (SELECT id FROM \(unindexed))"
    let areReliable = try UnindexedRows.areReliable(of: index.entity, on: connection)
    return areReliable ? "\(current) UNION ALL SELECT \(columns) FROM \(unindexed)" : current
  }
}
