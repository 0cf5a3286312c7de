/// The triggers that other programs have laid on a table: a migration drops them, and creates those again that still fit.
///
/// SQLite compiles a trigger together with each statement that fires it. One that names what is gone would make all of
/// these fail, so it stays away: its program knows better what to make of the new table. A column that was renamed is
/// gone under its old name.
struct ForeignTriggers {
  private let table: String
  private let triggers: [(name: String, sql: String)]

  init(of table: String, on connection: Connection) throws {
    self.table = table
    triggers = try connection.rows(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid", [.text(table)]
    ) { (name: $0.text(0), sql: $0.text(1)) }
  }

  func drop(on connection: Connection) throws {
    for trigger in triggers { try connection.execute("DROP TRIGGER \(SQL.quoted(trigger.name))") }
  }

  func createFitting(on connection: Connection) throws {
    // Opening the store creates those of the library that are needed, which write into its tables.
    for trigger in triggers where !trigger.sql.contains("openswiftdata_") {
      try connection.execute(trigger.sql)
      guard try !compiles(on: connection) else { continue }
      try connection.execute("DROP TRIGGER \(SQL.quoted(trigger.name))")
    }
  }

  /// Whether statements that fire all triggers of the table can be compiled; none is run.
  ///
  /// They come from no cache, which may have them as they were before. An update of all columns fires each `UPDATE OF`.
  private func compiles(on connection: Connection) throws -> Bool {
    let name = SQL.quoted(table)
    let columns = try connection.texts("SELECT name FROM pragma_table_info(?)", [.text(table)]).map(SQL.quoted)
    let assignments = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    return try ["DELETE FROM \(name)", "INSERT INTO \(name) DEFAULT VALUES", "UPDATE \(name) SET \(assignments)"]
      .allSatisfy { try isValid($0, on: connection) }
  }

  private func isValid(_ sql: String, on connection: Connection) throws -> Bool {
    do throws(SQLiteError) { _ = try Statement(sql, on: connection) } catch {
      guard error.isInvalidSQL else { throw error }
      return false
    }
    return true
  }
}
