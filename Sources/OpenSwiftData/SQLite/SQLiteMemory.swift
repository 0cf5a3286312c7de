import COpenSwiftDataSQLite

/// How SQLite gets memory, in the whole process.
package enum SQLiteMemory {
  /// Has SQLite not count the memory of the process, for which it locks a mutex with every allocation.
  ///
  /// For programs, at their start: a library must not decide it for the others that use SQLite in a process. Does nothing once
  /// SQLite is in use.
  ///
  /// Source: https://www.sqlite.org/malloc.html#_memory_statistics
  package static func omitStatistics() { _ = csqlite_omit_memory_statistics() }
}
