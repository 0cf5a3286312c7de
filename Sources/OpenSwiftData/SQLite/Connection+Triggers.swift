import COpenSwiftDataSQLite

/// What a connection does at the end of a time in which it runs no triggers.
struct TriggerPause {
  /// Does for all rows what the triggers would have done for each of them.
  fileprivate let catchUp: () throws -> Void
}

extension Connection {
  /// Runs no triggers from now on, for a transaction that does their work for many rows at once.
  ///
  /// Whoever uses the connection for something else meanwhile calls `resumeTriggers()` first. All prepared statements
  /// are prepared anew at their next use.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger
  ///
  /// - Parameter catchUp: does that work for what was written until then; called by `resumeTriggers()`.
  /// - Returns: false if triggers go on, since a statement that was prepared with them is running.
  func pauseTriggers(catchUp: @escaping () throws -> Void) -> Bool {
    guard triggerPause == nil, !isAnyStatementRunning, setTriggers(areOn: false) else { return false }
    triggerPause = TriggerPause(catchUp: catchUp)
    return true
  }

  /// Runs triggers again, after doing what they would have done; does nothing if they are not paused.
  func resumeTriggers() throws {
    guard let pause = endTriggerPause() else { return }
    try pause.catchUp()
  }

  /// Runs triggers again without doing what they would have done, because what was written is rolled back.
  @discardableResult
  func endTriggerPause() -> TriggerPause? {
    defer { triggerPause = nil }
    if triggerPause != nil { _ = setTriggers(areOn: true) }
    return triggerPause
  }

  private func setTriggers(areOn: Bool) -> Bool {
    csqlite_set_flag(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn ? 1 : 0) == SQLITE_OK
  }

  /// Whether rows of a statement are being read (https://www.sqlite.org/c3ref/stmt_busy.html).
  private var isAnyStatementRunning: Bool {
    var statement = sqlite3_next_stmt(handle, nil)
    while let each = statement {
      if sqlite3_stmt_busy(each) != 0 { return true }
      statement = sqlite3_next_stmt(handle, each)
    }
    return false
  }
}
