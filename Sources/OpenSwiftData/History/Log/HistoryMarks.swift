/// How far back the history reaches.
struct HistoryMarks: Sendable {
  /// Nothing is left of the transactions up to this one.
  var expired: Int64 = 0
  /// Of the transactions up to this one some may be missing.
  var deleted: Int64 = 0
}

extension HistoryLog {
  func marks(on connection: Connection) throws -> HistoryMarks {
    guard try Self.isCurrent(connection) else { return HistoryMarks() }
    let statement = try connection.statement("SELECT expired, deleted FROM openswiftdata_history_state")
    defer { statement.reset() }
    guard try statement.step() else { return HistoryMarks() }
    return HistoryMarks(expired: statement.integer(0), deleted: statement.integer(1))
  }

  /// Moves the marks; they never go back.
  func raiseMarks(expired: Int64, deleted: Int64, on connection: Connection) throws {
    try connection.run(
      "UPDATE openswiftdata_history_state SET expired = max(expired, ?1), deleted = max(deleted, ?1, ?2)",
      [.integer(expired), .integer(deleted)])
  }
}
