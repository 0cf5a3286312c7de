import DocketLocking
import Foundation

/// Where a store lives: in a file, or in memory.
enum StoreLocation: Sendable {
  case file(URL)
  case memory(MemoryDatabase)

  /// The location in messages: the path, or "memory".
  var name: String {
    switch self {
    case .file(let url): url.path
    case .memory: "memory"
    }
  }

  /// Creates the file of a store that is not there yet, and checks that an existing file can be one.
  ///
  /// - Returns: whether the store can be written.
  /// - Throws: `StoreError`; an unsuitable file is left as it was.
  func prepare() throws -> Bool {
    guard case .file(let url) = self else { return true }
    let file = StoreFile(url: url)
    try file.prepare()
    return file.isWritable
  }

  /// Opens a connection.
  func connect(_ mode: Connection.Mode) throws(SQLiteError) -> Connection {
    switch self {
    case .file(let url): try Connection(path: path(url, mode), mode: mode)
    case .memory(let database): try Connection(path: database.path, mode: mode, vfs: MemoryVFS.register())
    }
  }

  private func path(_ url: URL, _ mode: Connection.Mode) -> String {
    let file = StoreFile(url: url)
    return mode == .readOnly && !file.canHaveLog ? file.immutableURI : url.path
  }
}

// MARK: - Before it is opened

/// The file of a store before SQLite opens it: created privately, and refused if it is something else.
struct StoreFile {
  let url: URL

  /// The `application_id` of our stores, "OSwD".
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationIdentifier: Int64 = 0x4f53_7744

  /// Creates the file if it is missing, and checks it otherwise.
  ///
  /// - Throws: `StoreError` if it can't be a store; the file is then untouched.
  func prepare() throws {
    var status = stat()
    if stat(url.path, &status) != 0 {
      guard errno == ENOENT else { throw failure(.permission, "The store can't be reached: \(reason)") }
      OpenedLogs.removeLeftovers(at: url.path, besides: nil)
      return try create()
    }
    OpenedLogs.removeLeftovers(at: url.path, besides: OpenedFile.Number(status))
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure(.notAStore, "The store must be a regular file.") }
    guard access(url.path, R_OK) == 0 else { throw failure(.permission, "The store may not be read.") }
    if status.st_size > 0 { try checkHeader() }
  }

  /// Whether the file is known to be something else; a file that can't be read may well be a store.
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

  /// Whether a reader can share the write-ahead log with a writer: it exists, or can be created.
  ///
  /// Source: https://www.sqlite.org/wal.html#readonly
  var canHaveLog: Bool {
    access(url.deletingLastPathComponent().path, W_OK) == 0 || access(url.path + "-shm", F_OK) == 0
  }

  /// The URI with which SQLite reads a file that has no write-ahead log and that nobody changes meanwhile.
  ///
  /// Source: https://www.sqlite.org/uri.html#uriimmutable
  var immutableURI: String {
    let escaped = url.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? url.path
    return "file:\(escaped)?immutable=1"
  }

  private func create() throws {
    try createDirectory()
    // A log left behind by a deleted store is SQLite's to discard, under its locks: another process may just have
    // created it.
    let descriptor = open(url.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    // Another process was first, and may have locked it already.
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
  /// The header is read through SQLite: another container of this process may have the file open, and closing a
  /// descriptor of our own would release that container's locks. The next process to close the store would then remove
  /// its log.
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

// MARK: - Once it is open

/// The file that a store was opened from, by its inode: its name may lead to another file later.
struct OpenedFile: Sendable {
  /// The device and inode of a file, which identify it whatever its name.
  struct Number: Hashable, Sendable {
    fileprivate let device: dev_t
    fileprivate let file: ino_t

    fileprivate init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
  }

  let number: Number
  fileprivate let path: String

  /// Nil for a store in memory, and if there is no file.
  init?(_ location: StoreLocation) {
    guard case .file(let url) = location, let status = Self.status(of: url.path) else { return nil }
    (path, number) = (url.path, Number(status))
  }

  /// Refuses to open another file under the same name: the container would mix the rows of two stores.
  ///
  /// - Throws: `StoreError`.
  func check() throws {
    guard isInPlace else { throw Self.hasMoved(path) }
  }

  /// Whether the name still leads to the file.
  private var isInPlace: Bool { Self.status(of: path).map(Number.init) == number }

  /// The error of a write to a file that has been moved, replaced or deleted.
  static func hasMoved(_ name: String) -> StoreError {
    StoreError(
      kind: .cannotOpen, location: name,
      explanation: "The store's file was moved, replaced or deleted while it was open; nothing was written.")
  }

  /// Says what happened to the file, if that is the reason for an error; nil otherwise.
  ///
  /// SQLite reports a failed disk or corruption then, because it only sees that the bytes are not those it expects.
  func reason(for error: SQLiteError) -> StoreError? {
    guard error.mayComeFromAnotherFile else { return nil }
    guard isInPlace else { return Self.hasMoved(path) }
    guard StoreFile(url: URL(fileURLWithPath: path)).isKnownAsSomethingElse else { return reasonInLog(for: error) }
    return StoreError(
      kind: .notAStore, location: path,
      explanation: "The store's file was overwritten while it was open; it no longer holds a store.")
  }

  /// Says what happened to the write-ahead log, in which SQLite keeps what was saved last.
  ///
  /// Where the store's own file ends early SQLite reads zeros, so a short read comes from the log. And if the header in
  /// the store's own file is right, a wrong one can only come from the log.
  ///
  /// Source: https://www.sqlite.org/rescode.html#ioerr_short_read
  private func reasonInLog(for error: SQLiteError) -> StoreError? {
    guard error.isShortRead || error.isNotADatabase else { return nil }
    return StoreError(
      kind: .other, location: path,
      explanation: "The file beside the store whose name ends in -wal was deleted or cut short while it "
        + "was open, and with it what was saved last; end every program that has the store open before you open it again."
    )
  }

  fileprivate static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

// MARK: - Another store under the same name

/// The write-ahead log of a store that is open in this process, and the memory that its readers share.
///
/// SQLite does not see the locks of its own process. If the file of an open store is deleted or replaced, and a store
/// is opened under its name, SQLite would take over the log of the old one, and truncate the shared memory below it,
/// which ends the process by SIGBUS. So the new store gets a log of its own.
///
/// Source: https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use
final class OpenedLogs: Sendable {
  private static let open = Lock<[ObjectIdentifier: (file: OpenedFile, logs: [String: OpenedFile.Number])]>([:])

  /// Notes the logs of a store whose connections are open.
  init(of file: OpenedFile) {
    let paths = ["-wal", "-shm"].map { file.path + $0 }
    let logs = paths.compactMap { path in OpenedFile.status(of: path).map { (path, OpenedFile.Number($0)) } }
    Self.open.withLock { [identifier = ObjectIdentifier(self)] in
      $0[identifier] = (file, Dictionary(uniqueKeysWithValues: logs))
    }
  }

  deinit { Self.open.withLock { [identifier = ObjectIdentifier(self)] in $0[identifier] = nil } }

  /// Takes away the logs under a name that belong to another file, which had the name when it was opened.
  ///
  /// - Parameter current: the file that has the name now.
  static func removeLeftovers(at path: String, besides current: OpenedFile.Number?) {
    let others = open.withLock { $0.values.filter { $0.file.path == path && $0.file.number != current } }
    for (log, number) in others.flatMap(\.logs) where OpenedFile.status(of: log).map(OpenedFile.Number.init) == number {
      unlink(log)
    }
  }
}
