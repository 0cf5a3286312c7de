import Foundation

/// The copy of a store that is kept beside it before a migration.
///
/// The name says the version: `<store>.backup-1.0.0`; a copy of the same version with other content gets a number.
/// Copies are never overwritten and never removed: that is left to whoever knows that the new version works.
struct StoreBackup {
  let store: URL
  let version: Schema.Version

  /// Copies the committed state, and waits until it is on disk.
  ///
  /// - Parameter source: a connection that has written nothing in its open transaction, if it has one.
  /// - Returns: the file of the copy, nil if there was one with the same content before.
  func make(from source: Connection) throws -> URL? {
    let draft = URL(fileURLWithPath: "\(name)-unfinished")
    try remove(draft)
    do {
      try copy(source, to: draft)
      return try keep(draft)
    } catch {
      try? remove(draft)
      throw error
    }
  }

  private var name: String { "\(store.path).backup-\(version)" }

  private func copy(_ source: Connection, to draft: URL) throws {
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("made") }
    defer { close(descriptor) }
    try fillIn(draft, from: source)
    guard fsync(descriptor) == 0 else { throw failure("written") }
  }

  private func fillIn(_ draft: URL, from source: Connection) throws {
    let destination = try Connection(path: draft.path, mode: .readWrite)
    defer { destination.close() }
    // The file is synced as a whole afterwards, and is no backup before that.
    try destination.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    try source.copy(to: destination)
  }

  /// Gives the copy its name, unless there is the same one already.
  private func keep(_ draft: URL) throws -> URL? {
    for number in 1... {
      let file = URL(fileURLWithPath: number == 1 ? name : "\(name)-\(number)")
      if access(file.path, F_OK) == 0 {
        guard FileManager.default.contentsEqual(atPath: file.path, andPath: draft.path) else { continue }
        try remove(draft)
        return nil
      }
      guard rename(draft.path, file.path) == 0 else { throw failure("named") }
      try syncDirectory()
      return file
    }
    return nil
  }

  private func syncDirectory() throws {
    let descriptor = open(store.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("named") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("named") }
  }

  private func remove(_ file: URL) throws {
    guard unlink(file.path) == 0 || errno == ENOENT else { throw failure("replaced") }
  }

  private func failure(_ what: String) -> StoreError {
    let reason = String(cString: strerror(errno)).lowercased()
    return StoreError(
      kind: errno == ENOSPC ? .full : .cannotOpen, location: store.path,
      explanation: "A copy of the store, which is kept before a migration, could not be \(what): \(reason).")
  }
}
