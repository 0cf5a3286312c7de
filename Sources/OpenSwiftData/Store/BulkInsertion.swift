/// Drops the indexes of a table while a transaction inserts many rows into it, and creates them again at its end.
///
/// Each row belongs into every index at another position; creating an index over all rows sorts them once instead,
/// which takes a fraction of the time. Whether the transaction is committed or not, the indexes are there afterwards.
///
/// Source: https://www.sqlite.org/lang_createindex.html
struct BulkInsertion {
  /// The number of new rows in one table from which on that is faster.
  private static let fewestRows: Int64 = 10_000

  private struct Index {
    let name: String
    let sql: String
  }

  private struct Table {
    /// The rows that the transaction inserts.
    var rows: Int64 = 0
    /// The number at which to check whether they are more than half of the table.
    var limit = fewestRows
  }

  private var tables: [String: Table] = [:]
  private var dropped: [Index] = []

  /// Counts rows that are about to be inserted, and drops `indexes`, which only speed queries up, if they are many.
  mutating func expect(
    _ count: Int, into table: String, indexes: () -> [String], on connection: Connection
  ) throws(SQLiteError) {
    var new = tables[table] ?? Table()
    new.rows += Int64(count)
    tables[table] = new
    guard new.rows >= new.limit else { return }
    let indexes = indexes()
    guard !indexes.isEmpty else { return }
    guard try !hasRows(table, moreThan: new.rows, connection) else {
      tables[table]?.limit = new.rows * 2
      return
    }
    tables[table]?.limit = .max
    for name in indexes { try drop(name, connection) }
  }

  /// Creates the dropped indexes again.
  mutating func finish(on connection: Connection) throws(SQLiteError) {
    guard !dropped.isEmpty else { return }
    try connection.execute(Self.sortingInFiles)
    // A failure does no harm: later sorting then uses files.
    defer { try? connection.execute("\(ConnectionSetup.sortingInMemory); PRAGMA threads = 0") }
    connection.restorePageCache()
    for index in dropped where try !connection.has(.index, index.name) { try create(index, connection) }
    self = BulkInsertion()
  }

  /// Falls back to sorting in memory where no temporary file can be created or filled.
  private func create(_ index: Index, _ connection: Connection) throws(SQLiteError) {
    do {
      try connection.execute(index.sql)
    } catch {
      guard connection.isInTransaction else { throw error }
      try connection.execute(ConnectionSetup.sortingInMemory)
      try connection.execute(index.sql)
    }
  }

  /// In memory this sorting takes memory in proportion to the rows; in files, only that of the page cache.
  ///
  /// A second thread then sorts while the first one reads: https://www.sqlite.org/pragma.html#pragma_threads
  ///
  /// The temporary files of a database in memory are in memory: https://www.sqlite.org/tempfiles.html
  private static let sortingInFiles = "PRAGMA temp_store = FILE; PRAGMA threads = 1"

  /// Whether most rows are old, so that creating an index again would sort all of them for the sake of a few.
  private func hasRows(_ table: String, moreThan limit: Int64, _ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.integer(
      "SELECT count(*) FROM (SELECT 1 FROM \(SQL.quoted(table)) LIMIT ?)", [.integer(limit + 1)]) > limit
  }

  private mutating func drop(_ name: String, _ connection: Connection) throws(SQLiteError) {
    let sql = try connection.value("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?", [.text(name)])
    guard case .text(let sql) = sql else { return }
    do {
      try connection.execute("DROP INDEX \(SQL.quoted(name))")
      dropped.append(Index(name: name, sql: sql))
    } catch {
      // A statement is reading through it, so it is updated row by row.
      guard error.isLocked else { throw error }
    }
  }
}
