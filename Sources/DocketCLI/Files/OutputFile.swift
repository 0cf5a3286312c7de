import Foundation

/// A file that appears only when it is complete and on disk; errors are `Failure`s.
final class OutputFile: Sendable {
  private let place: OutputPlace
  private let descriptor: Int32
  /// The path of the unfinished file; nil if it has none.
  private let draft: String?

  init(_ path: String) throws {
    place = try OutputPlace(path)
    (descriptor, draft) = try place.open()
  }

  /// Whether a file of a name would take the place of one in which something is written.
  static func replacesText(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  deinit {
    close(descriptor)
    if let draft { unlink(draft) }
  }

  /// Writes a piece of text; the file may be a terminal, such as `/dev/tty`.
  func writeText(_ bytes: Data) throws {
    try OutputStyle(descriptor: descriptor).text(bytes).withUnsafeBytes { bytes in
      try bytes.write(to: descriptor) { place.failure($0) }
    }
  }

  func finish() throws {
    guard place.isReplaced else { return }
    guard fsync(descriptor) == 0 else { throw place.failure(errno) }
    let name = draft ?? place.draftName()
    if draft == nil { try giveName(name) }
    guard rename(name, place.path) == 0 else {
      let number = errno
      unlink(name)
      throw place.failure(number)
    }
  }

  /// Links an unnamed file to a name.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/open.2.html, `O_TMPFILE`
  private func giveName(_ name: String) throws {
    guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, Int32(AT_SYMLINK_FOLLOW)) == 0 else {
      throw place.failure(errno)
    }
  }
}

private struct OutputPlace {
  /// The path, with symbolic links followed.
  let path: String
  private let name: String
  /// Whether a new file replaces what is there; devices and pipes are written to directly.
  let isReplaced: Bool

  /// - Throws: `Failure` if it is a directory.
  init(_ path: String) throws {
    name = path
    var status = stat()
    let exists = stat(path, &status) == 0
    self.path = exists ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    isReplaced = !exists || status.st_mode & S_IFMT == S_IFREG
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
  }

  /// Opens the unfinished file, or the device.
  ///
  /// An unnamed file vanishes however the process ends; some file systems do not support it.
  ///
  /// - Returns: the descriptor, and the path of the unfinished file if it has one.
  func open() throws -> (descriptor: Int32, draft: String?) {
    if !isReplaced { return (try opened(Glibc.open(path, O_WRONLY | O_CLOEXEC)), nil) }
    let nameless = Glibc.open(folder, __O_TMPFILE | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
    if nameless >= 0, access("/proc/self/fd/\(nameless)", F_OK) == 0 { return (nameless, nil) }
    if nameless >= 0 { close(nameless) }
    let draft = draftName()
    return (try opened(Glibc.open(draft, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)), draft)
  }

  func draftName() -> String { "\(folder)/.\((path as NSString).lastPathComponent)-\(UUID().uuidString)" }

  private var folder: String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private func opened(_ descriptor: Int32) throws -> Int32 {
    guard descriptor >= 0 else { throw failure(errno) }
    return descriptor
  }

  func failure(_ number: Int32) -> Failure {
    let reason = SystemError.reason(number)
    switch number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
      return Failure(.cannotCreate, reason, place: name, remedy: "check the path")
    case EACCES, EPERM, EROFS:
      return Failure(.notPermitted, reason, place: name, remedy: "change the permissions, or write elsewhere")
    default: return Failure(.inputOutput, reason, place: name, remedy: "make room or write elsewhere")
    }
  }
}
