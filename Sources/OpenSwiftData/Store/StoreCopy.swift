import Foundation

/// Copies the committed state of a store into a new, private file.
///
/// Source: https://www.sqlite.org/backup.html
struct StoreCopy {
  /// Where the store is, for errors.
  let source: String
  /// What errors call the copy, in the middle of a sentence.
  let purpose: String

  /// Writes the file, and waits until it is on disk.
  ///
  /// - Parameters:
  ///   - connection: one that has written nothing in its open transaction, if it has one.
  ///   - progress: is told of the pages; nobody else may write meanwhile.
  /// - Throws: `StoreError`; there may be a part of the file then.
  func write(from connection: Connection, to file: URL, progress: WorkProgress? = nil) throws {
    let descriptor = open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("made") }
    defer { close(descriptor) }
    try fillIn(file, from: connection, progress)
    guard fsync(descriptor) == 0 else { throw failure("written") }
  }

  private func fillIn(_ file: URL, from source: Connection, _ progress: WorkProgress?) throws {
    let destination = try Connection(path: file.path, mode: .readWrite)
    defer { destination.close() }
    // The file is synced as a whole afterwards, and is no copy before that.
    try destination.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    try source.copy(to: destination, progress: progress)
  }

  /// Makes sure that the name of a file is on disk too.
  func syncDirectory(of file: URL) throws {
    let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("named") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("named") }
  }

  /// The error of the system's last call.
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
