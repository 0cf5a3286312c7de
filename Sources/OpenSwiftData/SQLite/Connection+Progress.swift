import COpenSwiftDataSQLite
import Glibc

extension Connection {
  /// How many virtual-machine instructions SQLite runs between two calls of the progress handler: about a millisecond.
  private static let instructionsPerTick: Int32 = 20_000
  /// How many of them run between two calls of `sched_yield`: about a tenth of a millisecond.
  private static let instructionsPerYield: Int32 = 2_000

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
    defer { progress.endParts() }
    // Unretained: the progress outlives the body, after which the handler is gone.
    let handler = ProgressHandler(
      interval: Self.instructionsPerTick, call: tick, context: Unmanaged.passUnretained(progress).toOpaque())
    do {
      return try withProgressHandler(handler) { try withExtendedLifetime(progress, body) }
    } catch {
      // `CancellationError` instead of SQLite's error for an interrupted statement.
      try progress.checkCancellation()
      throw error
    }
  }

  /// Runs a body that reads many rows, and offers its processor to other threads in between.
  ///
  /// Otherwise, where every processor is busy, a thread that has a key to answer would wait for milliseconds until this one's
  /// time slice is over. Within a report of progress nothing is offered: a connection has one progress handler.
  func givingWay<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard progressHandler == nil else { return try body() }
    let yield: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { _ in
      sched_yield()
      return 0
    }
    return try withProgressHandler(
      ProgressHandler(interval: Self.instructionsPerYield, call: yield, context: nil), body)
  }

  /// Runs a body with a progress handler; afterwards the one before is called again.
  private func withProgressHandler<Result>(_ handler: ProgressHandler, _ body: () throws -> Result) rethrows -> Result {
    let outer = progressHandler
    progressHandler = handler
    defer { progressHandler = outer }
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

/// What SQLite calls while a statement runs; anything but 0 interrupts the statement.
struct ProgressHandler {
  /// The number of virtual-machine instructions between two calls.
  let interval: Int32
  let call: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  let context: UnsafeMutableRawPointer?
}
