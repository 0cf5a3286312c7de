import COpenSwiftDataSQLite
import Glibc

/// The keys of the rows of a table that statements update, as SQLite tells them.
///
/// Source: https://www.sqlite.org/c3ref/update_hook.html
private final class UpdatedRows {
  /// The name of the table, not quoted.
  private let table: ContiguousArray<CChar>
  private(set) var keys: [Int64] = []

  init(of table: String) { self.table = table.utf8CString }

  func note(_ key: Int64, of table: UnsafePointer<CChar>) {
    // A trigger may write other tables meanwhile.
    guard self.table.withUnsafeBufferPointer({ $0.baseAddress.map { strcmp($0, table) == 0 } ?? false }) else { return }
    keys.append(key)
  }
}

extension Connection {
  /// Runs a body whose statements update rows of a table.
  ///
  /// - Returns: the keys of the rows, in ascending order.
  func keysOfUpdates(in table: EntityTable, _ body: () throws -> Void) rethrows -> [Int64] {
    let rows = UpdatedRows(of: table.properties.tableName)
    // Unretained: the rows outlive the body, after which the hook is gone.
    _ = sqlite3_update_hook(
      handle,
      { context, operation, _, table, key in
        guard let context, operation == SQLITE_UPDATE, let table else { return }
        Unmanaged<UpdatedRows>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.note(key, of: table) }
      }, Unmanaged.passUnretained(rows).toOpaque())
    defer { _ = sqlite3_update_hook(handle, nil, nil) }
    try withExtendedLifetime(rows, body)
    return RowRanges.ascending(rows.keys)
  }
}
