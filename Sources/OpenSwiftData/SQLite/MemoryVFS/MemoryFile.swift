import DocketLocking

/// One file that lives in memory: a database, its log, its journal, or a temporary file.
///
/// Several connections may have it open at once. The three parts have a lock each, none of which is ever taken while
/// another is held, so that copying bytes never delays a decision about locks.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
final class MemoryFile: Sendable {
  /// The bytes; they are copied while the mutex is held.
  let contents = Lock(MemoryChunks())

  /// The locks of the rollback journal's protocol.
  let locks = Lock(MemoryFileLocks())

  /// The index of the log and its locks; used for database files only.
  let index = Lock(MemorySharedIndex())

  /// Bytes of memory held by the contents.
  var allocated: Int { contents.withLock { $0.allocated } }
}
