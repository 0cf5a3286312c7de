import Foundation

/// An open directory that only its owner may enter, and files in it that only their owner may read.
///
/// Owner and mode are those of what is open, and files are opened within it: nobody can put something else in the place
/// between the check and the use.
struct PrivateFolder: ~Copyable {
  /// Files of keys are far smaller.
  private static let largest = 1 << 22

  private let path: String
  private let folder: Int32

  /// Opens a directory.
  init(path: String) throws(KeyFileError) {
    self.path = path
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try Self.check(folder >= 0, path)
    var status = stat()
    try Self.check(fstat(folder, &status) == 0, path)
    guard status.st_uid == geteuid() else { throw .foreignOwner(path: path) }
    guard status.st_mode & 0o077 == 0 else { throw .folderOpenToOthers(path: path) }
  }

  deinit { close(folder) }

  /// Makes a directory of mode 0700 if there is none.
  static func make(_ path: String) throws(KeyFileError) {
    guard access(path, F_OK) != 0 else { return }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // At once with its mode: Foundation sets that afterwards, and another process may look in between.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .unavailable(path: path, reason: "the directory can't be made")
    }
  }

  /// Waits until no other process writes here; until the folder is closed.
  func lock() throws(KeyFileError) {
    while flock(folder, LOCK_EX) != 0 { try Self.check(errno == EINTR, path) }
  }

  /// The bytes of a file; nil if there is none.
  func read(_ name: String) throws(KeyFileError) -> [UInt8]? {
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT { return nil }
    let path = path + "/" + name
    if file < 0, errno == ELOOP { throw .notAFile(path: path) }
    try Self.check(file >= 0, path)
    defer { close(file) }
    var status = stat()
    try Self.check(fstat(file, &status) == 0, path)
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else { throw .notAFile(path: path) }
    guard status.st_uid == geteuid() else { throw .foreignOwner(path: path) }
    guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
    return try Self.read(file, path)
  }

  /// Writes a file beside its place, syncs it, and moves it there; a failure leaves the earlier one as it was.
  func write(_ bytes: [UInt8], to name: String) throws(KeyFileError) {
    let (path, draft) = (path + "/" + name, ".\(name).partial")
    // What a crash left behind; the lock says that nobody writes it now.
    try Self.check(unlinkat(folder, draft, 0) == 0 || errno == ENOENT, path)
    let file = openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    try Self.check(file >= 0, path)
    do throws(KeyFileError) {
      defer { close(file) }
      try Self.write(bytes, to: file, path)
      try Self.check(fsync(file) == 0, path)
    } catch {
      unlinkat(folder, draft, 0)
      throw error
    }
    try Self.check(renameat(folder, draft, folder, name) == 0, path)
    try Self.check(fsync(folder) == 0, path)
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(KeyFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count > 0, path)
      rest = rest.dropFirst(count)
    }
  }

  private static func read(_ file: Int32, _ path: String) throws(KeyFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= largest {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count >= 0, path)
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
    throw .notAFile(path: path)
  }

  private static func check(_ isDone: Bool, _ path: String) throws(KeyFileError) {
    if !isDone { throw .unavailable(path: path, reason: String(cString: strerror(errno))) }
  }
}
