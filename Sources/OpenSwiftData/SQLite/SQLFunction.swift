import COpenSwiftDataSQLite

/// A function that SQL calls.
///
/// Source: https://www.sqlite.org/appfunc.html
final class SQLFunction: Sendable {
  private let name: String
  private let argumentCount: Int32
  private let body: @Sendable (SQLFunctionCall) -> Void

  /// - Parameter body: answers a call of which no argument is NULL.
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
    let function = Unmanaged<SQLFunction>.fromOpaque(user).takeUnretainedValue()
    for index in 0..<Int(function.argumentCount) where sqlite3_value_type(arguments[index]) == SQLITE_NULL {
      return sqlite3_result_null(context)
    }
    function.body(SQLFunctionCall(context: context, arguments: arguments))
  }
}
