/// A table of a damaged store, of which as many rows as possible are read.
///
/// SQLite finds a row from the root of the table's tree, so damage hides only the rows of the pages below it: where
/// reading fails, it continues with the next key that can be found.
///
/// Source: https://www.sqlite.org/fileformat.html#b_tree_pages
struct SalvagedTable {
  /// How many keys are tried one by one after a damaged page before the steps grow.
  private static let singleSteps: Int64 = 1_000_000

  private let connection: Connection
  private let name: String
  private let columns: [String]
  /// The column by which rows are found: the rowid, or the first column of the primary key.
  private let key: String
  private let isByNumber: Bool

  /// - Parameter copy: a connection with an intact table of the same definition.
  init(_ name: String, of connection: Connection, like copy: Connection) throws {
    self.connection = connection
    self.name = SQL.quoted(name)
    let information = try copy.rows("SELECT name, pk, type FROM pragma_table_info(?)", [.text(name)]) {
      (name: $0.text(0), place: $0.integer(1), type: $0.text(2))
    }
    columns = information.map { SQL.quoted($0.name) }
    let first = information.first { $0.place == 1 }
    let sql = try copy.texts("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)]).first
    let hasNumbers = sql?.uppercased().hasSuffix("WITHOUT ROWID") != true
    key = hasNumbers ? "rowid" : first.map { SQL.quoted($0.name) } ?? "rowid"
    isByNumber = hasNumbers || first?.type.uppercased() == "INTEGER"
  }

  /// The statement that inserts a row into the copy.
  var insertion: String {
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT OR IGNORE INTO \(name)(\(columns.joined(separator: ", "))) VALUES(\(places))"
  }

  /// Reads the rows up to the largest possible key, some of them twice.
  ///
  /// - Returns: the number of ranges that could not be read.
  func forEachRow(upTo last: Int64, _ take: ([SQLiteValue]) throws -> Void) throws -> Int {
    isByNumber ? try readByNumber(upTo: last, take) : try readFromBothEnds(take)
  }

  private func readByNumber(upTo last: Int64, _ take: ([SQLiteValue]) throws -> Void) throws -> Int {
    var (gaps, next) = (0, Int64.min)
    while true {
      let outcome = try read("WHERE \(key) >= ? ORDER BY \(key)", [.integer(next)], take)
      guard case .damaged(let reached) = outcome else { return gaps }
      gaps += 1
      guard let found = try skip(from: max(reached ?? next, 0), upTo: last) else { return gaps }
      next = found
    }
  }

  /// The first key above a given one from which on rows can be read.
  private func skip(from number: Int64, upTo last: Int64) throws -> Int64? {
    var (candidate, step) = (number, Int64(1))
    while candidate < last {
      candidate += step
      if candidate - number > Self.singleSteps { step *= 2 }
      if try isReadable(candidate) { return candidate }
    }
    return nil
  }

  private func isReadable(_ number: Int64) throws -> Bool {
    let outcome = try read("WHERE \(key) >= ? ORDER BY \(key) LIMIT 1", [.integer(number)]) { _ in }
    if case .whole = outcome { return true }
    return false
  }

  private func readFromBothEnds(_ take: ([SQLiteValue]) throws -> Void) throws -> Int {
    guard case .damaged = try read("ORDER BY \(key)", [], take) else { return 0 }
    _ = try read("ORDER BY \(key) DESC", [], take)
    return 1
  }

  private enum Outcome {
    case whole
    /// The key of the last row before the damage, if it is a number.
    case damaged(after: Int64?)
  }

  private func read(
    _ rest: String, _ arguments: [SQLiteValue], _ take: ([SQLiteValue]) throws -> Void
  ) throws -> Outcome {
    var reached: Int64?
    let statement = try connection.statement("SELECT \(key), \(columns.joined(separator: ", ")) FROM \(name) \(rest)")
    defer { statement.reset() }
    try statement.bind(arguments)
    while let hasRow = try statement.stepUnlessDamaged() {
      guard hasRow else { return .whole }
      if isByNumber { reached = statement.integer(0) }
      try take((1..<statement.columnCount).map(statement.value))
    }
    return .damaged(after: reached)
  }
}

extension Statement {
  /// Advances to the next row; false when there is none, nil if damage hides whether there is one.
  fileprivate func stepUnlessDamaged() throws -> Bool? {
    do {
      return try step()
    } catch {
      if error.isUnreadablePart { return nil }
      throw error
    }
  }
}
