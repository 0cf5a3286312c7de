/// Updates the full-text indexes of an entity, inside of a transaction.
struct FullTextUpdate {
  private let table: EntityTable
  private let connection: Connection
  private let indexes: [FullTextIndex]
  private let unindexed: UnindexedRows
  private let progress: WorkProgress?
  private var folder = TextFolder()

  /// Indexes the rows that any program has changed.
  ///
  /// - Parameter progress: counts the rows; the current work, which may be cancelled, has other counts.
  /// - Complexity: one look-up for each entity if nothing was.
  static func run(_ tables: [EntityTable], on connection: Connection, _ progress: WorkProgress? = nil) throws {
    for table in tables where !table.fullText.isEmpty {
      var update = FullTextUpdate(table, on: connection, progress)
      try update.run()
    }
  }

  private init(_ table: EntityTable, on connection: Connection, _ progress: WorkProgress?) {
    self.table = table
    self.connection = connection
    self.progress = progress
    indexes = table.fullText
    unindexed = UnindexedRows(entity: table.properties.tableName)
  }

  private mutating func run() throws {
    guard try connection.integer("SELECT EXISTS(SELECT 1 FROM \(unindexed.table))") == 1 else { return }
    if try isEmpty {
      try clear()
    } else {
      try indexRows()
    }
    try connection.run("DELETE FROM \(unindexed.table)")
  }

  private var isEmpty: Bool {
    get throws { try connection.integer("SELECT EXISTS(SELECT 1 FROM \(table.name))") == 0 }
  }

  /// Creates the indexes again, so that nothing is left of the texts of deleted rows.
  private func clear() throws {
    for index in indexes {
      try index.drop(on: connection)
      try index.create(on: connection)
    }
  }

  /// How many notes are sorted at once: in memory, which must not grow with the number of rows.
  private static let portion: Int64 = 50_000

  private mutating func indexRows() throws {
    var writers = try indexes.map { try FullTextWriter($0, on: connection) }
    let noted = try connection.integer("SELECT max(rowid) FROM \(unindexed.table)")
    progress?.begin(.indexingTexts, total: Int(noted))
    var count: Int64 = 0
    for first in stride(from: 1, through: noted, by: Int(Self.portion)) {
      count += try indexRows(notedAt: first...(first + Self.portion - 1), &writers)
    }
    for index in indexes { try index.merge(pages: FullTextMerging.pages(rows: count), on: connection) }
  }

  /// Indexes rows in the order of their keys, which is the fastest for the index.
  ///
  /// - Returns: how many.
  private mutating func indexRows(
    notedAt places: ClosedRange<Int64>, _ writers: inout [FullTextWriter]
  ) throws -> Int64 {
    let columns = indexes.map { ", t.\(SQL.quoted($0.column))" }.joined()
    let rows = try connection.statement(
      """
      SELECT noted.id\(columns)
      FROM (SELECT DISTINCT id FROM \(unindexed.table) WHERE rowid BETWEEN ?1 AND ?2 ORDER BY id) AS noted
      LEFT JOIN \(table.name) AS t ON t.id = noted.id ORDER BY noted.id
      """)
    defer { rows.reset() }
    try rows.bind(places.lowerBound, at: 1)
    try rows.bind(places.upperBound, at: 2)
    var count: Int64 = 0
    let work = progress ?? .current
    while try rows.step() {
      count += 1
      for place in writers.indices {
        let column = Int32(place + 1)
        let text = rows.isNull(column) ? nil : folder.indexed(rows.text(column))
        try writers[place].write(text, key: rows.integer(0))
      }
      progress?.advance()
      try work?.checkCancellation()
    }
    return count
  }
}

/// Writes folded texts into one index.
private struct FullTextWriter {
  private let find: Statement
  private let remove: Statement
  private let add: Statement
  /// The largest key in the index.
  private var last: Int64

  init(_ index: FullTextIndex, on connection: Connection) throws {
    find = try connection.statement("SELECT text FROM \(index.table) WHERE rowid = ?")
    remove = try connection.statement("DELETE FROM \(index.table) WHERE rowid = ?")
    add = try connection.statement("INSERT INTO \(index.table)(rowid, text) VALUES(?, ?)")
    last = try connection.integer("SELECT rowid FROM \(index.table) ORDER BY rowid DESC LIMIT 1")
  }

  /// Sets the text of a key; nil or an empty text, which no search finds, removes it.
  mutating func write(_ text: String?, key: Int64) throws {
    let new = text.flatMap { $0.isEmpty ? nil : $0 }
    let old = key > last ? nil : try self.text(of: key)
    last = max(last, key)
    guard new != old else { return }
    if old != nil { try run(remove, key) }
    if let new { try run(add, key, new) }
  }

  private func text(of key: Int64) throws -> String? {
    defer { find.reset() }
    try find.bind(key, at: 1)
    return try find.step() ? find.text(0) : nil
  }

  private func run(_ statement: Statement, _ key: Int64, _ text: String? = nil) throws {
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    if let text { try statement.bind(text, at: 2) }
    _ = try statement.step()
  }
}

/// How many pages of a full-text index a save merges.
///
/// Each save adds a segment to the index, and a search reads all segments. FTS5's own merging does nothing in most
/// commits and writes hundreds of pages in some, which delays these. A little with each save is enough, and no save
/// waits: a segment of one row is merged about once on each of seven levels, a page each time, and large segments are
/// far denser.
///
/// Source: https://www.sqlite.org/fts5.html#the_merge_command
enum FullTextMerging {
  private static let pagesPerSave: Int64 = 8
  /// 10^5 titles take 3 500 pages, each rewritten on four or five levels.
  private static let rowsPerPage: Int64 = 4

  /// How many pages to merge after a number of rows was written.
  static func pages(rows: Int64) -> Int64 { pagesPerSave + rows / rowsPerPage }
}
