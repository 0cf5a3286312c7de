import COpenSwiftDataSQLite

/// Extended result codes that SQLite's header builds from expressions, which Swift does not import.
///
/// Manual: https://www.sqlite.org/rescode.html#extrc
enum MemoryVFSCode {
  /// A read reached past the end of the file; the rest of the buffer was filled with zeros.
  static let shortRead = SQLITE_IOERR | (2 << 8)

  /// The file to delete does not exist.
  static let nothingToDelete = SQLITE_IOERR | (23 << 8)

  /// Memory for the contents of a file could not be allocated.
  static let noMemory = SQLITE_IOERR | (12 << 8)
}
