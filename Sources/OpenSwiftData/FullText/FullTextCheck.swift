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
    try isSound {
      try connection.run("INSERT INTO \(index.table)(\(index.table)) VALUES('integrity-check')")
      return true
    }
  }

  /// Whether a search finds each row by each trigram of its text.
  ///
  /// What else the index has is no matter: rows that another program replaced, or changed in a trigger, stay in it under
  /// their old texts too. This harms nobody, as each match is verified.
  ///
  /// To search for each trigram of each row would take minutes. So the checksums of the trigrams of each text are added
  /// up, and compared with those of the trigrams that the index has of the row.
  ///
  /// - Parameter connection: it reads one snapshot, and keeps nobody from writing.
  /// - Complexity: linear in the texts of all rows; takes 16 bytes of memory for each row, and some megabytes.
  func findsAllRows(on connection: Connection) throws -> Bool {
    try isSound {
      try connection.withReadTransaction {
        var texts = try readTexts(on: connection)
        if let trigrams = texts.trigrams {
          try search(for: trigrams, in: &texts.checksums, on: connection)
        } else {
          try readIndex(for: &texts.checksums, on: connection)
        }
        return try texts.checksums.differingKeys.allSatisfy { try finds($0, on: connection) }
      }
    }
  }

  /// Whether the body says so, and meets no damage.
  private func isSound(_ body: () throws -> Bool) throws -> Bool {
    do {
      return try body()
    } catch let error as SQLiteError where error.isCorruption {
      return false
    }
  }

  // MARK: - Texts

  private struct Texts {
    var checksums = ChecksumsByKey()
    /// Those of all texts; nil if there are more than `maxSearches`.
    var trigrams: [Trigram]?
  }

  /// To search for a trigram takes about as long as to read 50 entries of the index one after the other.
  private static let maxSearches = 1 << 16

  private func readTexts(on connection: Connection) throws -> Texts {
    var (texts, table, folder, hasAll) = (Texts(), TrigramTable(), TextFolder(), true)
    let rows = try connection.statement("\(try indexedTexts(on: connection)) ORDER BY 1")
    defer { rows.reset() }
    while try rows.step() {
      let row = texts.checksums.count
      var sum: UInt64 = 0
      for trigram in Trigram.sequence(in: folder.indexed(rows.text(1))) {
        if table.setLastRow(row, of: trigram) != row { sum &+= trigram.checksum }
      }
      texts.checksums.append(sum, of: rows.integer(0))
      if table.count > Self.maxSearches { (table, hasAll) = (TrigramTable(), false) }
    }
    if hasAll { texts.trigrams = table.trigrams }
    return texts
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

  // MARK: - The index

  /// Subtracts the checksum of each trigram from the rows that it finds.
  private func search(
    for trigrams: [Trigram], in checksums: inout ChecksumsByKey, on connection: Connection
  ) throws {
    let search = try connection.statement("SELECT rowid FROM \(index.table) WHERE \(index.table) MATCH ?")
    defer { search.reset() }
    for trigram in trigrams {
      search.reset()
      try search.bind(trigram.expression, at: 1)
      while try search.step() { checksums.subtract(trigram.checksum, of: search.integer(0)) }
    }
  }

  /// Subtracts the checksums of all trigrams in the index.
  private func readIndex(for checksums: inout ChecksumsByKey, on connection: Connection) throws {
    let entries = try connection.statement("SELECT term, doc FROM \(SQL.quoted(index.trigramsName))")
    defer { entries.reset() }
    var (term, checksum) = ("", UInt64(0))
    while try entries.step() {
      let next = entries.text(0)
      if next != term {
        term = next
        // A term has three scalars. Another one would belong to no text.
        checksum = Trigram.sequence(in: term).first?.checksum ?? 0
      }
      checksums.subtract(checksum, of: entries.integer(1))
    }
  }

  /// Whether a row whose sum differs, as it does with an old text in the index too, is found by each of its trigrams.
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
}
