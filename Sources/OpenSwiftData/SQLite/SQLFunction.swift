import COpenSwiftDataSQLite
import DocketLocking

/// A scalar function written in Swift that SQL can call (https://www.sqlite.org/appfunc.html).
final class SQLFunction: Sendable {
  private let name: String
  private let argumentCount: Int32
  private let body: @Sendable (SQLFunctionCall) -> Void

  /// - Parameter body: computes the result of a call without NULL arguments; a NULL argument makes the result NULL.
  init(_ name: String, _ argumentCount: Int32, _ body: @escaping @Sendable (SQLFunctionCall) -> Void) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }

  func register(on connection: Connection) throws(SQLiteError) {
    // The connection owns one reference and releases it when it closes.
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = sqlite3_create_function_v2(
      connection.handle, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context,
      { context, _, arguments in SQLFunction.answer(context, arguments) }, nil, nil,
      { function in function.map { Unmanaged<SQLFunction>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else { throw SQLiteError(handle: connection.handle) }
  }

  private static func answer(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let user = sqlite3_user_data(context), let arguments else { return sqlite3_result_null(context) }
    // Not retained for each row: the connection has a reference for as long as its statements run.
    Unmanaged<SQLFunction>.fromOpaque(user)._withUnsafeGuaranteedRef { function in
      for index in 0..<Int(function.argumentCount) where sqlite3_value_type(arguments[index]) == SQLITE_NULL {
        return sqlite3_result_null(context)
      }
      function.body(SQLFunctionCall(context: context, arguments: arguments))
    }
  }
}

/// One call of a function: reads its arguments and sets its result; valid during the call only.
struct SQLFunctionCall {
  fileprivate let context: OpaquePointer?
  fileprivate let arguments: UnsafeMutablePointer<OpaquePointer?>

  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(arguments[index]) }

  /// A number; a text means NaN, for which SQLite has no number.
  func real(_ index: Int) -> Double {
    sqlite3_value_type(arguments[index]) == SQLITE_TEXT ? .nan : sqlite3_value_double(arguments[index])
  }

  func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The bytes of a text, valid until another argument is converted.
  func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(arguments[index])
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(arguments[index])))
  }

  /// Whether a blob of sorted keys, see `SQLiteValue.sortedKeys`, contains a key; O(log *n*).
  func hasKey(_ key: Int64, inBlob index: Int) -> Bool {
    let count = Int(sqlite3_value_bytes(arguments[index]))
    let keys = UnsafeRawBufferPointer(start: sqlite3_value_blob(arguments[index]), count: count)
    let size = MemoryLayout<Int64>.size
    let keyAt = { keys.loadUnaligned(fromByteOffset: $0 * size, as: Int64.self) }
    let indices = 0..<count / size
    let index = indices.partitioningIndex { keyAt($0) >= key }
    return index < indices.upperBound && keyAt(index) == key
  }

  func answerNull() { sqlite3_result_null(context) }
  func answer(_ bool: Bool) { sqlite3_result_int(context, bool ? 1 : 0) }
  func answer(_ integer: Int64) { sqlite3_result_int64(context, integer) }

  func answer(_ real: Double) {
    if real.isNaN { return answer("NaN") }
    sqlite3_result_double(context, real)
  }

  func answer(_ text: String) { csqlite_result_text(context, text, Int32(text.utf8.count)) }
}
