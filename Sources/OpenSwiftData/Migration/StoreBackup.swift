import Foundation

/// Copies a store to a file beside it before a migration.
///
/// The name says the version: `<store>.backup-1.0.0`; a copy of the same version with other content gets a number.
/// Large values in files are linked or copied into a folder of the copy's own. Copies are never overwritten or removed:
/// that is up to the user, once the new version is known to work.
struct StoreBackup {
  let store: URL
  let version: Schema.Version
  let progress: WorkProgress?

  /// Copies the committed state, and waits until it is on disk; nil if a copy with the same content exists.
  ///
  /// - Parameter source: a connection that has written nothing in its open transaction, if it has one.
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

  static func remove(_ copy: URL) {
    try? FileManager.default.removeItem(at: copy)
    ExternalDataFolder(store: copy).removeAll()
  }

  /// Gives the copy its name, after its large values, unless the same copy exists.
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
