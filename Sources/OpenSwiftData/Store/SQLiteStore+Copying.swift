import Foundation

extension SQLiteStore {
  /// Copies the committed state into a new file; others may read and write meanwhile.
  func copy(to file: URL) throws {
    let copy = StoreCopy(source: file.path, purpose: "the copy")
    guard access(file.path, F_OK) != 0 else {
      throw StoreError(
        kind: .cannotOpen, location: file.path,
        explanation: "There is a file of that name already, and a copy takes no other's place.")
    }
    let draft = URL(fileURLWithPath: "\(file.path)-unfinished-\(UUID().uuidString)")
    do {
      try read { connection in
        try copy.write(from: connection, to: draft)
        try takeExternalData(into: file, on: connection)
      }
      // A link takes no other file's place, as a renaming would.
      guard link(draft.path, file.path) == 0 else { throw copy.failure("named") }
    } catch {
      unlink(draft.path)
      throw error
    }
    unlink(draft.path)
    try copy.syncDirectory(of: file)
  }

  private func takeExternalData(into copy: URL, on connection: Connection) throws {
    guard case .file(let url) = location else { return }
    let names = try ExternalDataNames(of: connection, location: url.path).all(on: connection)
    try ExternalDataFolder(store: copy).take(names, from: ExternalDataFolder(store: url))
  }
}
