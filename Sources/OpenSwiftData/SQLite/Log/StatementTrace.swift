import COpenSwiftDataSQLite
import Dispatch

/// Follows the statements of one connection and writes a line when each ends.
///
/// SQLite's own measurement counts whole milliseconds, so the time is taken here. It runs from the first step to the
/// last, with what the caller did between rows.
///
/// Source: https://www.sqlite.org/c3ref/trace_v2.html
final class StatementTrace {
  private struct Run {
    let start = DispatchTime.now().uptimeNanoseconds
    let changesBefore: Int
    var rowCount = 0
  }

  private let detail: SQLLog.Detail
  private let write: (String) -> Void
  private var runs: [OpaquePointer: Run] = [:]

  init(_ detail: SQLLog.Detail, write: @escaping (String) -> Void) {
    self.detail = detail
    self.write = write
  }

  /// Begins to follow; the trace must live until `detach`.
  func attach(to connection: OpaquePointer?) {
    let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE)
    // Unretained: the connection owns the trace and detaches it before it closes.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_trace_v2(
      connection, events,
      { event, context, statement, detail in
        guard let context, let statement else { return 0 }
        let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
        trace.receive(Int32(event), OpaquePointer(statement), detail)
        return 0
      }, context)
  }

  static func detach(from connection: OpaquePointer?) { sqlite3_trace_v2(connection, 0, nil, nil) }

  private func receive(_ event: Int32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
    switch event {
    case SQLITE_TRACE_STMT: begin(statement)
    case SQLITE_TRACE_ROW: runs[statement]?.rowCount += 1
    default: end(statement)
    }
  }

  /// Triggers of a running statement announce themselves under its name; the first announcement counts.
  private func begin(_ statement: OpaquePointer) {
    if runs[statement] == nil { runs[statement] = Run(changesBefore: Self.changes(statement)) }
  }

  private func end(_ statement: OpaquePointer) {
    guard let run = runs.removeValue(forKey: statement) else { return }
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - run.start
    write("\(Self.milliseconds(nanoseconds)) ms, \(rows(statement, run)): \(text(statement))")
  }

  /// How many rows the statement gave, or how many it changed, those that triggers and cascades reached included.
  private func rows(_ statement: OpaquePointer, _ run: Run) -> String {
    let changed = Self.changes(statement) - run.changesBefore
    let count = changed > 0 ? changed : run.rowCount
    return "\(count) \(count == 1 ? "row" : "rows")\(changed > 0 ? " changed" : "")"
  }

  /// How many rows the connection has changed so far.
  ///
  /// Source: https://www.sqlite.org/c3ref/total_changes.html
  private static func changes(_ statement: OpaquePointer) -> Int {
    Int(sqlite3_total_changes64(sqlite3_db_handle(statement)))
  }

  private func text(_ statement: OpaquePointer) -> String {
    guard detail == .values, let expanded = sqlite3_expanded_sql(statement) else {
      return sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    }
    defer { sqlite3_free(expanded) }
    return String(cString: expanded)
  }

  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let microseconds = nanoseconds / 1_000
    let fraction = String(microseconds % 1_000)
    return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
