import Foundation

/// The file of a store before SQLite sees it: made private, and refused if it is something else.
struct StoreFile {
  let url: URL

  /// The `application_id` of our stores, "OSwD".
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationIdentifier: Int64 = 0x4f53_7744

  /// Makes the file ready to be opened.
  ///
  /// - Throws: `StoreError` if it can't be a store; the file is then untouched.
  func prepare() throws {
    var status = stat()
    if stat(url.path, &status) != 0 {
      guard errno == ENOENT else { throw failure(.permission, "The store can't be reached: \(reason)") }
      return try create()
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure(.notAStore, "The store must be a regular file.") }
    guard access(url.path, R_OK) == 0 else { throw failure(.permission, "The store may not be read.") }
    if status.st_size > 0 { try checkHeader() }
  }

  /// Whether the file is known to be no store; what can't be read may well be one.
  var isKnownAsSomethingElse: Bool {
    do {
      try checkHeader()
      return false
    } catch {
      return error.kind == .notAStore
    }
  }

  /// Whether the file and its directory may be written.
  var isWritable: Bool {
    access(url.path, W_OK) == 0 && access(url.deletingLastPathComponent().path, W_OK) == 0
  }

  /// Whether a reader can share a log with a writer: there is one, or it could be made.
  ///
  /// Source: https://www.sqlite.org/wal.html#readonly
  var canHaveLog: Bool {
    access(url.deletingLastPathComponent().path, W_OK) == 0 || access(url.path + "-shm", F_OK) == 0
  }

  /// The name under which SQLite reads a file that has no log and that nobody changes meanwhile.
  ///
  /// Source: https://www.sqlite.org/uri.html#uriimmutable
  var immutableURI: String {
    let escaped = url.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? url.path
    return "file:\(escaped)?immutable=1"
  }

  private func create() throws {
    try createDirectory()
    // A log left behind by a deleted store is SQLite's to discard, under its locks: another process may just have
    // begun.
    let descriptor = open(url.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    // Somebody was first, and may have locked it already.
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw failure(.cannotOpen, "The store can't be created: \(reason)") }
    close(descriptor)
  }

  private func createDirectory() throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw failure(.cannotOpen, "The store's directory can't be created.")
    }
  }

  /// Refuses files that are no SQLite database, or another program's.
  ///
  /// They are read by SQLite: another container of this process may have the file open, and to close a descriptor of
  /// one's own would release the locks that it holds. The next process to close the store would then remove its log.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#the_database_header,
  /// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
  private func checkHeader() throws(StoreError) {
    guard let file = try? Connection(path: url.path, mode: .readOnly) else {
      throw failure(.permission, "The store may not be read.")
    }
    defer { file.close() }
    guard let header = file.firstBytes(100) else {
      throw failure(.inputOutput, "The store's first bytes can't be read.")
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw failure(.notAStore, "The file is not a store.")
    }
    let identifier = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard identifier == Self.applicationIdentifier else {
      throw failure(.notAStore, "The file is another program's database.")
    }
  }

  private var reason: String { String(cString: strerror(errno)).lowercased() + "." }

  private func failure(_ kind: StoreError.Kind, _ explanation: String) -> StoreError {
    StoreError(kind: kind, location: url.path, explanation: explanation)
  }
}
