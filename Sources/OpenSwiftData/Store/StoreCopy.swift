import Foundation

/// Copies the committed state of a database into a new, private file (https://www.sqlite.org/backup.html).
struct StoreCopy {
  /// The path of the store, for errors.
  let source: String
  /// The name of the copy in errors, in the middle of a sentence.
  let purpose: String

  /// Writes the file and waits until it is on disk; an error may leave a part of it.
  ///
  /// - Parameters:
  ///   - connection: one that has written nothing in its open transaction, if it has one.
  ///   - progress: counts the pages; with one the copy is made in steps, between which nobody else may write.
  func write(from connection: Connection, to file: URL, progress: WorkProgress? = nil) throws {
    let descriptor = open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("made") }
    defer { close(descriptor) }
    try fill(file, from: connection, progress)
    guard fsync(descriptor) == 0 else { throw failure("written") }
  }

  private func fill(_ file: URL, from source: Connection, _ progress: WorkProgress?) throws {
    let destination = try Connection(path: file.path, mode: .readWrite)
    defer { destination.close() }
    // The file is synced as a whole afterwards; until then it is no copy.
    try destination.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    try source.copy(to: destination, progress: progress)
  }

  /// Gives a finished draft its final name; a link, unlike a renaming, never replaces another file.
  func publish(_ draft: URL, as file: URL) throws {
    guard link(draft.path, file.path) == 0 else { throw failure("named") }
  }

  /// Waits until the name of a file is on disk too.
  func syncDirectory(of file: URL) throws {
    let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("named") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("named") }
  }

  /// The error for the last system call, from `errno`.
  func failure(_ what: String) -> StoreError {
    let number = errno
    let reason = String(cString: strerror(number)).lowercased()
    let text = "\(purpose) could not be \(what): \(reason)."
    return StoreError(
      kind: Self.kind(of: number), location: source, explanation: text.prefix(1).uppercased() + text.dropFirst())
  }

  private static func kind(of number: Int32) -> StoreError.Kind {
    switch number {
    case ENOSPC, EDQUOT: .full
    case EACCES, EPERM, EROFS: .permission
    default: .cannotOpen
    }
  }
}

extension SQLiteStore {
  /// How often a copy is attempted: large values may be replaced and removed meanwhile.
  private static let maxAttempts = 5

  /// Copies the committed state into a new file, while others read and write; an error leaves nothing of the copy.
  func copy(to file: URL) throws {
    let copy = StoreCopy(source: file.path, purpose: "the copy")
    guard access(file.path, F_OK) != 0 else {
      throw StoreError(
        kind: .cannotOpen, location: file.path,
        explanation: "A file with that name exists already, and a copy does not replace it.")
    }
    var missing: Set<String> = []
    for attempt in 1...Self.maxAttempts {
      let missingNow = try copyState(to: file, copy)
      if missingNow.isEmpty { return }
      // A file that is also missing in a later state was not just replaced: it is lost.
      if let lost = missing.intersection(missingNow).min() ?? (attempt == Self.maxAttempts ? missingNow.min() : nil) {
        throw StoreError(
          kind: .damaged, location: location.name,
          explanation: "The file \(lost) of a large value is missing, so nothing was copied.")
      }
      missing = missingNow
    }
  }

  /// Copies the rows and large values of one read transaction; nothing if files that the rows name were removed
  /// meanwhile.
  ///
  /// - Returns: those files.
  private func copyState(to file: URL, _ copy: StoreCopy) throws -> Set<String> {
    let draft = URL(fileURLWithPath: "\(file.path)-unfinished-\(UUID().uuidString)")
    let values = ExternalDataCopy(of: file)
    do {
      let missing = try read { connection in
        try connection.withReadTransaction {
          // The large values first: they are removed some seconds after the last row that names them, and copying the
          // pages may take longer.
          let missing = try takeExternalData(into: values, on: connection)
          if missing.isEmpty { try copy.write(from: connection, to: draft) }
          return missing
        }
      }
      guard missing.isEmpty else {
        values.remove()
        return missing
      }
      try copy.publish(draft, as: file)
    } catch {
      unlink(draft.path)
      values.remove()
      throw error
    }
    unlink(draft.path)
    try copy.syncDirectory(of: file)
    return []
  }

  private func takeExternalData(into copy: ExternalDataCopy, on connection: Connection) throws -> Set<String> {
    guard case .file(let url) = location else { return [] }
    let names = try ExternalDataNames(of: connection, location: url.path).all(on: connection)
    return try copy.take(names, from: ExternalDataFolder(store: url))
  }
}
