import COpenSwiftDataSQLite
import Glibc

extension Connection {
  /// The same for ``givingWay(_:)``: about a tenth of a millisecond.
  private static let instructionsPerTurn: Int32 = 2_000
  /// How many virtual-machine instructions SQLite runs between two calls of the progress handler: about a millisecond.
  private static let instructionsPerTick: Int32 = 20_000

  /// Runs a body whose statements report to a progress, and fail with `CancellationError` once the work is cancelled.
  ///
  /// Source: https://www.sqlite.org/c3ref/progress_handler.html
  func reporting<Result>(to progress: WorkProgress?, _ body: () throws -> Result) throws -> Result {
    guard let progress else { return try body() }
    let tick: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
      guard let context else { return 0 }
      let progress = Unmanaged<WorkProgress>.fromOpaque(context).takeUnretainedValue()
      progress.tick()
      return progress.isCancelled ? 1 : 0
    }
    // Unretained: the progress outlives the body, after which the handler is gone.
    sqlite3_progress_handler(handle, Self.instructionsPerTick, tick, Unmanaged.passUnretained(progress).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      progress.endParts()
    }
    do {
      return try withExtendedLifetime(progress, body)
    } catch {
      // `CancellationError` instead of SQLite's error for an interrupted statement.
      try progress.checkCancellation()
      throw error
    }
  }

  /// Runs a body that reads many rows, and offers its processor to other threads often.
  ///
  /// Otherwise, where every processor is busy, a thread that has a key to answer would wait until this one's time slice is
  /// over, for milliseconds.
  func givingWay<Result>(_ body: () throws -> Result) rethrows -> Result {
    sqlite3_progress_handler(handle, Self.instructionsPerTurn, { _ in sched_yield() }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    return try body()
  }

  /// Runs a body that reports each row that its statements insert (https://www.sqlite.org/c3ref/update_hook.html).
  func countingInsertions<Result>(for progress: WorkProgress?, _ body: () throws -> Result) rethrows -> Result {
    guard let progress else { return try body() }
    // Unretained: the progress outlives the body, after which the hook is gone.
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
