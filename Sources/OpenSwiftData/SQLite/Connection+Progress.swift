import COpenSwiftDataSQLite

extension Connection {
  /// How much SQLite does before it asks whether it is to go on: about a millisecond.
  private static let operations: Int32 = 20_000

  /// Runs a body that tells a progress that its statements go on, and whose statements end if the work is to be ended.
  ///
  /// Source: https://www.sqlite.org/c3ref/progress_handler.html
  ///
  /// - Throws: what the body throws, and `CancellationError` if it is ended.
  func reporting<Result>(to progress: WorkProgress?, _ body: () throws -> Result) throws -> Result {
    guard let progress else { return try body() }
    let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
      guard let context else { return 0 }
      let progress = Unmanaged<WorkProgress>.fromOpaque(context).takeUnretainedValue()
      progress.goOn()
      return progress.isCancelled ? 1 : 0
    }
    sqlite3_progress_handler(handle, Self.operations, ask, Unmanaged.passUnretained(progress).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      progress.endParts()
    }
    do {
      return try withExtendedLifetime(progress, body)
    } catch {
      // What SQLite says of a statement that was ended is no error.
      try progress.checkCancellation()
      throw error
    }
  }

  /// Runs a body that tells a progress of each row which its statements insert.
  ///
  /// Source: https://www.sqlite.org/c3ref/update_hook.html
  func countingInsertions<Result>(for progress: WorkProgress?, _ body: () throws -> Result) rethrows -> Result {
    guard let progress else { return try body() }
    _ = sqlite3_update_hook(
      handle,
      { context, operation, _, _, _ in
        guard let context, operation == SQLITE_INSERT else { return }
        Unmanaged<WorkProgress>.fromOpaque(context).takeUnretainedValue().advance()
      }, Unmanaged.passUnretained(progress).toOpaque())
    defer { _ = sqlite3_update_hook(handle, nil, nil) }
    return try withExtendedLifetime(progress, body)
  }
}
