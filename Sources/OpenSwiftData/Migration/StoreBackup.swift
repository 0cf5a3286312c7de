import Foundation

/// Makes the copy of a store that is kept beside it before a migration.
///
/// The name says the version: `<store>.backup-1.0.0`; a copy of the same version with other content gets a number.
/// Large values that are files are in a folder of the copy's own, under a second name where the file system allows it.
/// Copies are never overwritten and never removed: that is up to the user, once the new version is known to work.
struct StoreBackup {
  let store: URL
  let version: Schema.Version
  /// Counts the pages.
  let progress: WorkProgress?

  /// Copies the committed state, and waits until it is on disk.
  ///
  /// - Parameter source: a connection that has written nothing in its open transaction, if it has one.
  /// - Returns: the file of the copy; nil if there is one with the same content already.
  func make(from source: Connection) throws -> URL? {
    let draft = URL(fileURLWithPath: "\(name)-unfinished")
    try remove(draft)
    do {
      try copy.write(from: source, to: draft, progress: progress)
      return try keep(draft, with: ExternalDataNames(of: source, location: store.path).all(on: source))
    } catch {
      try? remove(draft)
      throw error
    }
  }

  private var copy: StoreCopy {
    StoreCopy(source: store.path, purpose: "a copy of the store, which is kept before a migration,")
  }

  private var name: String { "\(store.path).backup-\(version)" }

  /// Removes a copy that is not needed.
  static func remove(_ copy: URL) {
    try? FileManager.default.removeItem(at: copy)
    ExternalDataFolder(store: copy).removeAll()
  }

  /// Gives the copy its name, unless the same copy is there already.
  ///
  /// - Parameter files: the large values that it names; they are copied first.
  private func keep(_ draft: URL, with files: Set<String>) throws -> URL? {
    for number in 1... {
      let file = URL(fileURLWithPath: number == 1 ? name : "\(name)-\(number)")
      if access(file.path, F_OK) == 0 {
        guard FileManager.default.contentsEqual(atPath: file.path, andPath: draft.path) else { continue }
        try take(files, into: file)
        try remove(draft)
        return nil
      }
      try takeForNew(files, into: file)
      guard rename(draft.path, file.path) == 0 else { throw copy.failure("named") }
      try copy.syncDirectory(of: file)
      return file
    }
    return nil
  }

  private func takeForNew(_ files: Set<String>, into copy: URL) throws {
    do {
      try take(files, into: copy)
    } catch {
      ExternalDataFolder(store: copy).removeAll()
      throw error
    }
  }

  private func take(_ files: Set<String>, into copy: URL) throws {
    try ExternalDataFolder(store: copy).take(files, from: ExternalDataFolder(store: store))
  }

  private func remove(_ file: URL) throws {
    guard unlink(file.path) == 0 || errno == ENOENT else { throw copy.failure("replaced") }
  }
}
