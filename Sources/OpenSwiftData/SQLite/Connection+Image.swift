import COpenSwiftDataSQLite

extension Connection {
  /// A connection to a copy of the database in memory, as this connection sees it: changes that are not committed yet
  /// are in it.
  ///
  /// - Complexity: as much memory as the database is large.
  ///
  /// Source: https://www.sqlite.org/c3ref/serialize.html
  func copyInMemory() throws(SQLiteError) -> Connection {
    var size: Int64 = 0
    guard let image = sqlite3_serialize(handle, "main", &size, 0), size >= 100 else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "the database does not fit into memory")
    }
    // Says that there is no write-ahead log, which memory does not have:
    // https://www.sqlite.org/fileformat.html#file_format_version_numbers
    (image[18], image[19]) = (1, 1)
    let copy = try Connection(path: ":memory:", mode: .readWrite)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let result = sqlite3_deserialize(copy.handle, "main", image, size, size, flags)
    guard result == SQLITE_OK else { throw SQLiteError(handle: copy.handle) }
    return copy
  }
}
