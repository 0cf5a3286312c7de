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
    let indexed = try sumsOfTrigrams()
    let rows = try connection.statement("SELECT rowid, text FROM \(index.texts) WHERE text != ''")
    defer { rows.reset() }
    while try rows.step() {
      let (key, text) = (rows.integer(0), rows.text(1))
      guard Self.sum(of: FullTextQuery.trigrams(ofIndexed: text)) != indexed[key] else { continue }
      guard try finds(key, by: text) else { return false }
    }
    return true
  }

  /// For each key in the index a sum of its trigrams' hashes.
  private func sumsOfTrigrams() throws -> [Int64: Int] {
    var sums: [Int64: Int] = [:]
    let trigrams = try connection.statement("SELECT term, doc FROM \(SQL.quoted(index.trigramsName))")
    defer { trigrams.reset() }
    while try trigrams.step() { sums[trigrams.integer(1), default: 0] &+= trigrams.text(0).hashValue }
    return sums
  }

  private static func sum(of trigrams: Set<String>) -> Int { trigrams.reduce(0) { $0 &+ $1.hashValue } }

  /// Whether a row is found by each of the trigrams of its text.
  private func finds(_ key: Int64, by text: String) throws -> Bool {
    let search = try connection.statement("SELECT 1 FROM \(index.table) WHERE \(index.table) MATCH ?1 AND rowid = ?2")
    return try FullTextQuery.expressions(ofIndexed: text).allSatisfy { expression in
      defer { search.reset() }
      try search.bind(expression, at: 1)
      try search.bind(key, at: 2)
      return try search.step()
    }
  }
}
