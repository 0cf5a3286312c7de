import Synchronization

/// A database in memory that many connections may share, with WAL.
///
/// The files of the database stay while this token lives, with or without connections. Connections that outlive it
/// keep working; the memory is freed once the token is gone and the last of them is closed.
///
/// Manual: https://www.sqlite.org/c3ref/open.html
final class MemoryDatabase: Sendable {
  private static let opened = Atomic<Int>(0)

  /// The name to open, together with `MemoryVFS.name`; no other database of the process has it.
  let path: String

  /// Makes a new, empty database under a name of its own.
  init() {
    MemoryVFS.register()
    let number = Self.opened.add(1, ordering: .relaxed).newValue
    path = "/openswiftdata/\(number)"
    MemoryFileRegistry.shared.hold(path)
  }

  deinit {
    MemoryFileRegistry.shared.release(path)
  }
}
