import CSQLite
import Foundation

/// The SQL functions that predicates need and SQLite lacks.
///
/// Source: https://www.sqlite.org/appfunc.html
enum SQLFunctions {
  static func register(on connection: Connection) throws(SQLiteError) {
    try add("localized_standard_contains", to: connection) { $0.localizedStandardContains($1) }
    try add("string_contains", to: connection) { $0.contains($1) }
    try add("string_starts_with", to: connection) { $0.starts(with: $1) }
  }

  /// A test of two texts; NULL if one of them is.
  private final class TextTest {
    let holds: (String, String) -> Bool

    init(_ holds: @escaping (String, String) -> Bool) { self.holds = holds }
  }

  private static func add(
    _ name: String, to connection: Connection, _ holds: @escaping (String, String) -> Bool
  ) throws(SQLiteError) {
    // The connection owns one reference and releases it when it closes.
    let context = Unmanaged.passRetained(TextTest(holds)).toOpaque()
    let result = sqlite3_create_function_v2(
      connection.handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context,
      { call, _, arguments in SQLFunctions.answer(call, arguments) }, nil, nil,
      { context in context.map { Unmanaged<TextTest>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else { throw SQLiteError(handle: connection.handle) }
  }

  private static func answer(_ call: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let context = sqlite3_user_data(call), let left = text(arguments?[0]), let right = text(arguments?[1]) else {
      return sqlite3_result_null(call)
    }
    let test = Unmanaged<TextTest>.fromOpaque(context).takeUnretainedValue()
    sqlite3_result_int(call, test.holds(left, right) ? 1 : 0)
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard let bytes = sqlite3_value_text(value) else { return nil }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
  }
}
