import DocketLocking

/// All named files in memory, grouped by the database they belong to.
///
/// SQLite derives the names of journals and logs from the name of the database and a suffix that begins with `-`
/// (https://www.sqlite.org/tempfiles.html), so that everything up to the first `-` names the group. A group lives while
/// its token lives or one of its files is open; a name without a group cannot be opened, and so nothing is left over.
final class MemoryFileRegistry: Sendable {
  /// The registry of the process, since a VFS is registered once for the process
  /// (https://www.sqlite.org/c3ref/vfs_find.html).
  static let shared = MemoryFileRegistry()

  private struct Group {
    var holders = 0
    var files: [String: MemoryFile] = [:]
  }

  private let groups = Lock<[String: Group]>([:])

  /// The names of the files of a database, in order; nothing when its group is gone.
  func fileNames(of database: String) -> [String]? {
    groups.withLock { $0[database]?.files.keys.sorted() }
  }

  /// The file of that name, if there is one.
  func file(_ name: String) -> MemoryFile? {
    groups.withLock { $0[Self.group(of: name)]?.files[name] }
  }

  /// Keeps the group of a database, making it if need be.
  func hold(_ database: String) {
    groups.withLock { $0[database, default: Group()].holders += 1 }
  }

  /// Lets go of a group; the last to do so frees its files.
  func release(_ name: String) {
    let freed = groups.withLock { groups in
      let group = Self.group(of: name)
      groups[group]?.holders -= 1
      return groups[group]?.holders == 0 ? groups.removeValue(forKey: group) : nil
    }
    // What was removed is freed here, after the mutex was left.
    _ = consume freed
  }

  /// Finds or creates a file and keeps its group; nothing when the request cannot be met.
  func open(_ name: String, create: Bool, exclusive: Bool) -> MemoryFile? {
    groups.withLock { groups in
      let group = Self.group(of: name)
      guard groups[group] != nil else { return nil }
      let existing = groups[group]?.files[name]
      if existing != nil, create, exclusive { return nil }
      guard let file = existing ?? (create ? MemoryFile() : nil) else { return nil }
      groups[group]?.files[name] = file
      groups[group]?.holders += 1
      return file
    }
  }

  /// Removes the name and tells whether it existed; connections that have the file open keep it.
  func delete(_ name: String) -> Bool {
    let removed = groups.withLock { $0[Self.group(of: name)]?.files.removeValue(forKey: name) }
    return removed != nil
  }

  private static func group(of name: String) -> String {
    String(name.prefix { $0 != "-" })
  }
}
