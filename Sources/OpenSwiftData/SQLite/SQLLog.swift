import COpenSwiftDataSQLite
import Dispatch
import Foundation

/// The log of statements that `OPENSWIFTDATA_SQL` in the environment turns on, on standard error.
///
/// `1` writes a line for each statement: how long it took, how many rows it returned or changed, its text. `2` also
/// writes the bound values into the text; they may be private, so they are not written by default. Unset, empty or `0`
/// costs nothing: connections are not even traced.
enum SQLLog {
  enum Detail: Sendable {
    case nothing
    case statements
    case values

    /// Reads the environment variable; an unknown value counts as `1`.
    init(variable: String?) {
      switch variable {
      case nil, "", "0": self = .nothing
      case "2": self = .values
      default: self = .statements
      }
    }
  }

  static let detail = Detail(variable: ProcessInfo.processInfo.environment["OPENSWIFTDATA_SQL"])

  static var isOn: Bool { detail != .nothing }

  /// Logs what no statement shows, such as a condition evaluated in memory; the text is only made if the log is on.
  static func note(_ text: @autoclosure () -> String) {
    if isOn { write(text()) }
  }

  /// Writes one line in one call, so that lines of several threads do not mix.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("OpenSwiftData: \(oneLine(text))\n".utf8))
  }

  /// Puts the text on one line, without control characters, which a terminal would obey.
  static func oneLine(_ text: String) -> String {
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    let words = text.unicodeScalars.split(whereSeparator: { isControl($0) || $0 == " " })
    return words.map { String($0) }.joined(separator: " ")
  }
}

/// Writes a line for each statement of one connection when it ends.
///
/// SQLite's own measurement counts whole milliseconds, so the time is measured here: from the first step to the last,
/// including what the caller did between rows (https://www.sqlite.org/c3ref/trace_v2.html).
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

  /// Starts the trace, which must live until `detach`.
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

  /// The triggers of a running statement are reported under its name too; only the first report counts.
  private func begin(_ statement: OpaquePointer) {
    if runs[statement] == nil { runs[statement] = Run(changesBefore: Self.changes(statement)) }
  }

  private func end(_ statement: OpaquePointer) {
    guard let run = runs.removeValue(forKey: statement) else { return }
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - run.start
    write("\(Self.milliseconds(nanoseconds)) ms, \(rows(statement, run)): \(text(statement))")
  }

  /// The rows that the statement returned, or those that it changed, triggers and cascades included.
  private func rows(_ statement: OpaquePointer, _ run: Run) -> String {
    let changed = Self.changes(statement) - run.changesBefore
    let count = changed > 0 ? changed : run.rowCount
    return "\(count) \(count == 1 ? "row" : "rows")\(changed > 0 ? " changed" : "")"
  }

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
