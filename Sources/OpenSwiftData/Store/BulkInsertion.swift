/// The indexes that a transaction of many new rows does without until its end.
///
/// Each row belongs into every index at another place; an index that is made of all rows at once is sorted instead,
/// which takes a fraction of the time. The tables are what they were when it is committed, and also if it is not.
///
/// Source: https://www.sqlite.org/lang_createindex.html
struct BulkInsertion {
  /// From how many new rows in one table on it is worth it.
  private static let fewestRows: Int64 = 10_000

  private struct Index {
    let name: String
    let sql: String
  }

  /// How many rows came into a table, and at how many it is next asked whether they are the most of it.
  private struct Table {
    var rows: Int64 = 0
    var limit = fewestRows
  }

  private var tables: [String: Table] = [:]
  private var dropped: [Index] = []

  /// Takes note of rows that are about to be inserted, and drops indexes if they are many.
  ///
  /// - Parameters:
  ///   - table: the table's name, not quoted.
  ///   - indexes: the names of those that nothing but queries needs.
  mutating func expect(
    _ count: Int, into table: String, indexes: [String], on connection: Connection
  ) throws(SQLiteError) {
    tables[table, default: Table()].rows += Int64(count)
    guard !indexes.isEmpty, let new = tables[table], new.rows >= new.limit else { return }
    guard try !hasRows(table, moreThan: new.rows, connection) else {
      tables[table]?.limit = new.rows * 2
      return
    }
    tables[table]?.limit = .max
    for name in indexes { try drop(name, connection) }
  }

  /// Makes the dropped indexes anew.
  mutating func finish(on connection: Connection) throws(SQLiteError) {
    guard !dropped.isEmpty else { return }
    try connection.execute(Self.sortingInFiles)
    // Nothing is lost if that fails: other sorting then takes less memory than it could.
    defer { try? connection.execute(ConnectionSetup.sortingInMemory) }
    connection.giveRoomBack()
    for index in dropped where try !exists(index.name, connection) { try make(index, connection) }
    self = BulkInsertion()
  }

  /// Where no temporary file can be made or filled, memory has to do.
  private func make(_ index: Index, _ connection: Connection) throws(SQLiteError) {
    do {
      try connection.execute(index.sql)
    } catch {
      guard connection.isInTransaction else { throw error }
      try connection.execute(ConnectionSetup.sortingInMemory)
      try connection.execute(index.sql)
    }
  }

  /// Sorted in memory, the entries of an index would take as much of it as there are rows; from the page cache's size
  /// on they go to temporary files, which a database in memory has in memory.
  ///
  /// Source: https://www.sqlite.org/tempfiles.html
  private static let sortingInFiles = "PRAGMA temp_store = FILE"

  /// An index over many old rows is sorted for nothing.
  private func hasRows(_ table: String, moreThan limit: Int64, _ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.integer(
      "SELECT count(*) FROM (SELECT 1 FROM \(EntityTable.quoted(table)) LIMIT ?)", [.integer(limit + 1)]) > limit
  }

  private mutating func drop(_ name: String, _ connection: Connection) throws(SQLiteError) {
    let sql = try connection.value("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?", [.text(name)])
    guard case .text(let sql) = sql else { return }
    do {
      try connection.execute("DROP INDEX \(EntityTable.quoted(name))")
      dropped.append(Index(name: name, sql: sql))
    } catch {
      // Somebody is reading through it: then it is kept up to date row by row.
      guard error.isLocked else { throw error }
    }
  }

  private func exists(_ name: String, _ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = ?", [.text(name)]) > 0
  }
}
