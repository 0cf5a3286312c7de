/// Updates the full-text indexes of an entity, inside of a transaction.
struct FullTextUpdate {
  private let table: EntityTable
  private let connection: Connection
  private let indexes: [FullTextIndex]
  private let unindexed: UnindexedRows
  private let progress: WorkProgress?
  private var folder = TextFolder()
  /// Whether the noted texts are those that the indexes know; nil if that was not asked yet.
  private var notesAreReliable: Bool?

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
    unindexed = UnindexedRows(entity: table.properties.tableName, columns: table.fullText.map(\.column))
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

  /// Indexes rows in the order of their keys, which is the fastest for the index.
  private mutating func indexRows() throws {
    let writers = try indexes.map { try FullTextWriter($0, on: connection) }
    let total = try connection.integer("SELECT count(*) FROM \(unindexed.table)")
    progress?.begin(.indexingTexts, total: Int(total))
    let rows = try notedRows
    defer { rows.reset() }
    let work = progress ?? .current
    while try rows.step() {
      for (place, writer) in writers.enumerated() {
        let (key, old) = (rows.integer(0), text(Int32(2 * place + 1), of: rows))
        let new = text(Int32(2 * place + 2), of: rows)
        if let old, try areNotesReliable() {
          try writer.replace(old, with: new, key: key)
        } else if let new {
          // Older texts of the row stay in the index, and find nothing, as each match is verified.
          try writer.add(new, key: key)
        }
      }
      progress?.advance()
      try work?.checkCancellation()
    }
    for index in indexes { try index.merge(pages: FullTextMerging.pages(rows: total), on: connection) }
  }

  private mutating func areNotesReliable() throws -> Bool {
    if let known = notesAreReliable { return known }
    let areReliable = try UnindexedRows.areReliable(of: unindexed.entity, on: connection)
    notesAreReliable = areReliable
    return areReliable
  }

  /// The keys of all noted rows, and of each column what was indexed and what is there now.
  private var notedRows: Statement {
    get throws {
      let columns = indexes.map { index in
        let column = SQL.quoted(index.column)
        return ", noted.\(column), t.\(column)"
      }
      return try connection.statement(
        """
        SELECT noted.id\(columns.joined()) FROM \(unindexed.table) AS noted
        LEFT JOIN \(table.name) AS t ON t.id = noted.id ORDER BY noted.id
        """)
    }
  }

  /// What an index gets of a text; nil for none, and for an empty one, which no search finds.
  private mutating func text(_ column: Int32, of rows: Statement) -> String? {
    guard !rows.isNull(column) else { return nil }
    let text = folder.indexed(rows.text(column))
    return text.isEmpty ? nil : text
  }
}

/// Writes folded texts into one index.
private struct FullTextWriter {
  private let deletion: Statement
  private let insertion: Statement

  init(_ index: FullTextIndex, on connection: Connection) throws {
    let table = index.table
    // A command stands in the column that has the name of the table.
    deletion = try connection.statement("INSERT INTO \(table)(\(table), rowid, text) VALUES('delete', ?, ?)")
    insertion = try connection.statement("INSERT INTO \(table)(rowid, text) VALUES(?, ?)")
  }

  func add(_ text: String, key: Int64) throws { try run(insertion, key, text) }

  /// - Parameters:
  ///   - old: what the index has of the key.
  ///   - new: nil for nothing.
  func replace(_ old: String, with new: String?, key: Int64) throws {
    guard new != old else { return }
    try run(deletion, key, old)
    if let new { try add(new, key: key) }
  }

  private func run(_ statement: Statement, _ key: Int64, _ text: String) throws {
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    try statement.bind(text, at: 2)
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
