import DocketLocking
import Foundation

/// Where a store lives: in a file, or in memory.
enum StoreLocation: Sendable {
  case file(URL)
  /// A file that is read and left as it is, with nothing created beside it.
  case snapshot(URL)
  case memory(MemoryDatabase)

  /// The location in messages: the path, or "memory".
  var name: String {
    switch self {
    case .file(let url), .snapshot(let url): url.path
    case .memory: "memory"
    }
  }

  /// Creates the file of a new store, and checks that an existing file can be one; an unsuitable file is left as it
  /// was.
  ///
  /// - Returns: whether the store can be written.
  func prepare() throws -> Bool {
    switch self {
    case .file(let url):
      let file = StoreFile(url: url)
      try file.prepare()
      return file.isWritable
    case .snapshot(let url):
      try StoreFile(url: url).checkHeader()
      return false
    case .memory: return true
    }
  }

  func connect(_ mode: Connection.Mode) throws(SQLiteError) -> Connection {
    switch self {
    case .file(let url):
      let file = StoreFile(url: url)
      let path = mode == .readOnly && !file.canHaveLog ? file.immutableURI : url.path
      return try Connection(path: path, mode: mode)
    case .snapshot(let url):
      let file = StoreFile(url: url)
      return try Connection(path: file.hasLog ? url.path : file.immutableURI, mode: .readOnly)
    case .memory(let database):
      return try Connection(path: database.path, mode: mode, vfs: MemoryVFS.register())
    }
  }
}

/// The file of a store before SQLite opens it: created privately, and refused if it is something else.
struct StoreFile {
  let url: URL

  /// The `application_id` of our stores, "OSwD" (https://www.sqlite.org/pragma.html#pragma_application_id).
  static let applicationIdentifier: Int64 = 0x4f53_7744

  /// Creates the file if it is missing; throws a `StoreError` if an existing one can't be a store, and leaves it
  /// untouched.
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
    guard canHaveLog || !hasLog else {
      throw failure(
        .readOnly, "The store's last changes are in a log beside it, which can't be read where no file may be made.")
    }
    restoreWritePermissions(besideOf: status)
  }

  /// Lets the files beside the store be written by whoever may write the store, if all are the user's own.
  ///
  /// SQLite gives them the store's permissions when it makes them. Those of a store that could only be read then would
  /// keep it from being written for ever.
  private func restoreWritePermissions(besideOf store: stat) {
    let writers: mode_t = S_IWUSR | S_IWGRP | S_IWOTH
    guard store.st_uid == geteuid(), store.st_mode & S_IWUSR != 0 else { return }
    for ending in ["-wal", "-shm"] {
      var status = stat()
      // Not opened: to close the shared memory again would end the locks that this process has on it.
      guard lstat(path + ending, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
        status.st_uid == geteuid(), status.st_mode & S_IWUSR == 0
      else { continue }
      fchmodat(AT_FDCWD, path + ending, status.st_mode & 0o777 | store.st_mode & writers, AT_SYMLINK_NOFOLLOW)
    }
  }

  /// The path of the file itself, beside which SQLite has its others, if the store's is that of a link.
  private var path: String { url.resolvingSymlinksInPath().path }

  private var directory: String { url.resolvingSymlinksInPath().deletingLastPathComponent().path }

  /// Whether the file is known not to be a store; one that can't be read may well be a store.
  var isKnownAsSomethingElse: Bool {
    do {
      try checkHeader()
      return false
    } catch {
      return error.kind == .notAStore || error.kind == .damaged
    }
  }

  var isWritable: Bool {
    access(path, W_OK) == 0 && access(directory, W_OK) == 0
  }

  /// Whether a reader can share the write-ahead log with a writer: it exists, or can be created.
  ///
  /// Source: https://www.sqlite.org/wal.html#readonly
  var canHaveLog: Bool {
    access(directory, W_OK) == 0 || access(path + "-shm", F_OK) == 0
  }

  /// Whether the write-ahead log holds anything; without one, a reader that shares it would leave files behind.
  ///
  /// Source: https://www.sqlite.org/wal.html#readonly
  var hasLog: Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
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
    // SQLite itself must discard the log of a deleted store, under its locks: another process may just have created it.
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

  /// Refuses files that are no SQLite database or another program's.
  ///
  /// The header is read through SQLite: another container of this process may have the file open, and closing a
  /// descriptor of our own would release that container's locks. The next process to close the store would then remove
  /// its log.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#the_database_header,
  /// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
  fileprivate func checkHeader() throws(StoreError) {
    guard let file = try? Connection(path: url.path, mode: .readOnly) else {
      throw failure(.permission, "The store may not be read.")
    }
    defer { file.close() }
    guard let header = file.firstBytes(100) else {
      throw failure(.inputOutput, "The store's first bytes can't be read.")
    }
    let identifier = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let isOurs = identifier == Self.applicationIdentifier
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw isOurs
        ? failure(.damaged, "The store's first bytes are damaged.") : failure(.notAStore, "The file is not a store.")
    }
    guard isOurs else {
      throw failure(.notAStore, "The file is another program's database.")
    }
  }

  private var reason: String { String(cString: strerror(errno)).lowercased() + "." }

  private func failure(_ kind: StoreError.Kind, _ explanation: String) -> StoreError {
    StoreError(kind: kind, location: url.path, explanation: explanation)
  }
}

/// The file that a store was opened from, by its inode: its name may later belong to another file.
struct OpenedFile: Sendable {
  /// The device and inode of a file.
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
  func check() throws { if !isInPlace { throw Self.hasMoved(path) } }

  private var isInPlace: Bool { Self.status(of: path).map(Number.init) == number }

  /// The error of a write to a file that has been moved, replaced or deleted.
  static func hasMoved(_ name: String) -> StoreError {
    StoreError(
      kind: .cannotOpen, location: name,
      explanation: "The store's file was moved, replaced or deleted while it was open; nothing was written.")
  }

  /// The error that explains what happened to the file, if that is the cause.
  ///
  /// SQLite then reports a failed disk or corruption, because it only sees that the bytes are not those it expects.
  func reason(for error: SQLiteError) -> StoreError? {
    guard error.mayComeFromAnotherFile else { return nil }
    guard isInPlace else { return Self.hasMoved(path) }
    guard StoreFile(url: URL(fileURLWithPath: path)).isKnownAsSomethingElse else { return reasonInLog(for: error) }
    return StoreError(
      kind: .notAStore, location: path,
      explanation: "The store's file was overwritten while it was open; it no longer holds a store.")
  }

  /// The error for a lost or damaged write-ahead log, in which SQLite keeps what was saved last.
  ///
  /// Where the store's own file ends early SQLite reads zeros, so a short read comes from the log. If the header in the
  /// store's own file is right, a wrong one can only come from the log.
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

/// The write-ahead log of a store that is open in this process, and the memory that its readers share.
///
/// SQLite does not see the locks of its own process. If the file of an open store is deleted or replaced and another
/// store is opened under its name, SQLite would use the log of the old one and truncate its shared memory, which ends
/// the process by SIGBUS. So the new store gets a log of its own.
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

  /// Deletes the logs of files that used to have a name, which `current` has now.
  static func removeLeftovers(at path: String, besides current: OpenedFile.Number?) {
    let others = open.withLock { $0.values.filter { $0.file.path == path && $0.file.number != current } }
    for (log, number) in others.flatMap(\.logs) where OpenedFile.status(of: log).map(OpenedFile.Number.init) == number {
      unlink(log)
    }
  }
}
