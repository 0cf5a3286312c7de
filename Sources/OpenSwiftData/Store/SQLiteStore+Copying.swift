import Foundation

extension SQLiteStore {
  /// How often a copy is begun again because large values were replaced and removed while it was made.
  private static let mostAttempts = 5

  /// Copies the committed state into a new file; others may read and write meanwhile.
  ///
  /// - Throws: `StoreError`; nothing is left of the copy then.
  func copy(to file: URL) throws {
    let copy = StoreCopy(source: file.path, purpose: "the copy")
    guard access(file.path, F_OK) != 0 else {
      throw StoreError(
        kind: .cannotOpen, location: file.path,
        explanation: "There is a file of that name already, and a copy takes no other's place.")
    }
    var missing: Set<String> = []
    for attempt in 1...Self.mostAttempts {
      let missingNow = try copyState(to: file, copy)
      if missingNow.isEmpty { return }
      // What a later state names too is no value that was replaced meanwhile.
      if let lost = missing.intersection(missingNow).min() ?? (attempt == Self.mostAttempts ? missingNow.min() : nil) {
        throw StoreError(
          kind: .damaged, location: location.name,
          explanation: "The file \(lost) of a large value is missing, so nothing was copied.")
      }
      missing = missingNow
    }
  }

  /// Copies one state: rows and large values are those of one read transaction.
  ///
  /// - Returns: the files that its rows name and that were gone before they could be taken; then nothing was copied.
  private func copyState(to file: URL, _ copy: StoreCopy) throws -> Set<String> {
    let draft = URL(fileURLWithPath: "\(file.path)-unfinished-\(UUID().uuidString)")
    let values = ExternalDataCopy(of: file)
    do {
      let missing = try read { connection in
        try connection.withReadTransaction {
          // The large values first: they are removed some seconds after their rows let go of them, and the pages may
          // take longer.
          let missing = try takeExternalData(into: values, on: connection)
          if missing.isEmpty { try copy.write(from: connection, to: draft) }
          return missing
        }
      }
      guard missing.isEmpty else {
        values.remove()
        return missing
      }
      // A link takes no other file's place, as a renaming would.
      guard link(draft.path, file.path) == 0 else { throw copy.failure("named") }
    } catch {
      unlink(draft.path)
      values.remove()
      throw error
    }
    unlink(draft.path)
    try copy.syncDirectory(of: file)
    return []
  }

  /// - Returns: the files that are not there.
  private func takeExternalData(into copy: ExternalDataCopy, on connection: Connection) throws -> Set<String> {
    guard case .file(let url) = location else { return [] }
    let names = try ExternalDataNames(of: connection, location: url.path).all(on: connection)
    return try copy.take(names, from: ExternalDataFolder(store: url))
  }
}
