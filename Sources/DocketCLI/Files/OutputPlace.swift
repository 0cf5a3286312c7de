import Foundation

/// Where a file is to be written.
struct OutputPlace {
  /// The path, with symbolic links followed.
  let path: String
  /// The path as it was given.
  private let name: String
  /// Whether a new file takes the place; devices and pipes are written to as they are.
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

  /// Opens what is written to.
  ///
  /// A file without a name vanishes by itself, however the process ends; some file systems have none.
  ///
  /// - Returns: the descriptor, and the name of the unfinished file if it has one.
  /// - Throws: `Failure`.
  func open() throws -> (descriptor: Int32, draft: String?) {
    if !isReplaced { return (try opened(Glibc.open(path, O_WRONLY | O_CLOEXEC)), nil) }
    let nameless = Glibc.open(folder, __O_TMPFILE | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
    if nameless >= 0, access("/proc/self/fd/\(nameless)", F_OK) == 0 { return (nameless, nil) }
    if nameless >= 0 { close(nameless) }
    let draft = draftName()
    return (try opened(Glibc.open(draft, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)), draft)
  }

  /// A name that nobody else has, in the same folder.
  func draftName() -> String { "\(folder)/.\((path as NSString).lastPathComponent)-\(UUID().uuidString)" }

  private var folder: String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private func opened(_ descriptor: Int32) throws -> Int32 {
    guard descriptor >= 0 else { throw failure(errno) }
    return descriptor
  }

  /// The line for a number of the system.
  func failure(_ number: Int32) -> Failure {
    let reason = String(cString: strerror(number)).lowercased()
    switch number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
      return Failure(.cannotCreate, reason, place: name, remedy: "check the path")
    case EACCES, EPERM, EROFS:
      return Failure(.notPermitted, reason, place: name, remedy: "change the permissions, or write elsewhere")
    default: return Failure(.inputOutput, reason, place: name, remedy: "make room or write elsewhere")
    }
  }
}
