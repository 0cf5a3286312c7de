import COpenSwiftDataSQLite

/// Lets a connection run no triggers for a while, in which their work is done for many rows at once.
///
/// Whoever uses the connection for something else meanwhile calls `end()` first. Triggers in the temporary schema run in
/// any case. All prepared statements are prepared anew when a pause has begun, and when it has ended.
///
/// Source: https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger
final class TriggerPause {
  private unowned let connection: Connection
  /// Does for all rows what the triggers would have done for each of them; nil while triggers run.
  private var catchUp: (() throws -> Void)?
  /// Why that was not done: what was written must not be committed then, though the error may have been caught.
  private var failure: (any Error)?

  init(_ connection: Connection) { self.connection = connection }

  /// Begins a pause; the caller calls `end()` when it has written its rows, and in any case `close()`.
  ///
  /// - Parameter catchUp: does what the triggers would have done for what was written until then; called by `end()`.
  /// - Returns: false if triggers go on, since there is a pause, or a statement that was prepared with them is running.
  func begin(catchUp: @escaping () throws -> Void) -> Bool {
    guard self.catchUp == nil, !isAnyStatementRunning, runTriggers(false) else { return false }
    self.catchUp = catchUp
    return true
  }

  /// Runs triggers again, after what they would have done was done; does nothing outside of a pause.
  ///
  /// - Throws: what `catchUp` throws, each time until `close()`.
  func end() throws {
    if let failure { throw failure }
    guard let catchUp else { return }
    close()
    do {
      try catchUp()
    } catch {
      failure = error
      throw error
    }
  }

  /// Runs triggers again without doing anything, since all was done, or what was written is rolled back.
  func close() {
    failure = nil
    guard catchUp != nil else { return }
    catchUp = nil
    _ = runTriggers(true)
  }

  private func runTriggers(_ value: Bool) -> Bool {
    csqlite_set_flag(connection.handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, value ? 1 : 0) == SQLITE_OK
  }

  /// Whether rows of a statement are being read (https://www.sqlite.org/c3ref/stmt_busy.html).
  private var isAnyStatementRunning: Bool {
    var statement = sqlite3_next_stmt(connection.handle, nil)
    while let each = statement {
      if sqlite3_stmt_busy(each) != 0 { return true }
      statement = sqlite3_next_stmt(connection.handle, each)
    }
    return false
  }
}
