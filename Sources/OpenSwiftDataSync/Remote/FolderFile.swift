import Foundation

/// Files that others may copy at any moment: there as a whole or not at all, and known to be damaged when they are.
///
/// A checksum follows the bytes. It finds files that are cut or damaged on the way; against forgery payloads are sealed.
enum FolderFile {
  /// Larger files are not read: no batch comes near it.
  private static let largest = 1 << 30

  private static let draftSuffix = ".partial"

  /// Removes the drafts that processes left behind which were killed.
  ///
  /// - Parameter names: those of the files in the folder, which only this machine writes.
  static func removeDrafts(of names: [String], in folder: String) {
    for name in names where name.hasPrefix(".") && name.hasSuffix(draftSuffix) {
      let process = name.dropLast(draftSuffix.count).split(separator: ".").last.flatMap { pid_t($0) }
      if let process, kill(process, 0) < 0, errno == ESRCH { unlink(folder + "/" + name) }
    }
  }

  /// Writes a file beside its place, syncs it, and moves it there.
  static func write(_ bytes: [UInt8], to path: String) throws(FolderRemoteError) {
    let folder = (path as NSString).deletingLastPathComponent
    // Begins with a dot and ends otherwise, so that no reader takes it for a batch. Two processes of one store may write
    // the same file: each has a draft of its own.
    let draft = "\(folder)/.\((path as NSString).lastPathComponent).\(getpid())\(draftSuffix)"
    try check(unlink(draft) == 0 || errno == ENOENT, draft)
    // Readable for others as far as the umask lets it be: two users may meet in the folder, and payloads are sealed unless
    // the space was made a readable one.
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    try check(file >= 0, draft)
    do throws(FolderRemoteError) {
      try write(bytes + checksum(of: bytes[...]), to: file, draft)
      try check(fsync(file) == 0, draft)
    } catch {
      close(file)
      unlink(draft)
      throw error
    }
    try check(close(file) == 0, draft)
    try check(rename(draft, path) == 0, path)
    try sync(folder)
  }

  /// The bytes of a file; nil if there is none.
  ///
  /// - Throws: `FolderRemoteError.damaged` for one that is cut or damaged, perhaps only until it was copied.
  static func read(_ path: String) throws(FolderRemoteError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT { return nil }
    try check(file >= 0, path)
    defer { close(file) }
    var status = stat()
    try check(fstat(file, &status) == 0, path)
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 8, status.st_size <= largest else {
      throw .damaged(path: path)
    }
    let all = try read(file, Int(status.st_size), path)
    guard all.count >= 8, Array(all.suffix(8)) == checksum(of: all.dropLast(8)) else { throw .damaged(path: path) }
    return Array(all.dropLast(8))
  }

  static func checkWritable(_ folder: String) throws(FolderRemoteError) {
    try check(access(folder, W_OK | X_OK) == 0, folder)
  }

  static func makeFolder(_ path: String) throws(FolderRemoteError) {
    try check(mkdir(path, 0o777) == 0 || errno == EEXIST, path)
  }

  /// Makes a change of names in a folder last.
  private static func sync(_ folder: String) throws(FolderRemoteError) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(file >= 0, folder)
    defer { close(file) }
    try check(fsync(file) == 0, folder)
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(FolderRemoteError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count > 0, path)
      rest = rest.dropFirst(count)
    }
  }

  private static func read(_ file: Int32, _ size: Int, _ path: String) throws(FolderRemoteError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < size {
      var chunk = [UInt8](repeating: 0, count: min(size - bytes.count, 1 << 16))
      let count = chunk.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count >= 0, path)
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  private static func check(_ isDone: Bool, _ path: String) throws(FolderRemoteError) {
    if !isDone { throw .unavailable(path: path, reason: String(cString: strerror(errno))) }
  }

  /// FNV-1a, 64 bits.
  ///
  /// Source: RFC 9923.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }
  }
}

/// Why a folder can't be used.
public enum FolderRemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such folder; one that is not mounted is not made.
  case missing(path: String)
  /// The system refused: no access, no space.
  case unavailable(path: String, reason: String)
  /// A file is cut or damaged.
  case damaged(path: String)
  /// A file says that it is another replica's batch or another number than its place says.
  case misplaced(path: String)
  /// Bytes that are whole can't be read.
  case unreadable(path: String, CodecError)
  /// There is another batch under this number: the store was restored from a backup, and needs a new replica.
  case numberTaken(BatchID)
  /// Somebody else's batch was to be pushed; only its own replica may.
  case foreignBatch(BatchID)

  /// One line: what, where, what to do.
  public var description: String {
    switch self {
    case .missing(let path): "there is no such folder: \(path): make it, or mount it"
    case .unavailable(let path, let reason): "the folder can't be used: \(path): \(reason)"
    case .damaged(let path): "a file is incomplete or damaged: \(path): it is read again when it has been copied"
    case .misplaced(let path): "a file holds another batch than its name says: \(path): remove it"
    case .unreadable(let path, let error): "a file can't be read: \(path): \(error)"
    case .numberTaken(let batch):
      "batch \(batch) was written before with other changes; this store was restored or copied, and needs another name"
    case .foreignBatch(let batch): "batch \(batch) belongs to another replica, which has to push it"
    }
  }
}

extension FolderRemoteError: RemoteRefusal {
  /// Whether it is `numberTaken`.
  public var isNumberTaken: Bool { if case .numberTaken = self { true } else { false } }
}
