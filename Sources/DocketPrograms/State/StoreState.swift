import Foundation

/// What this machine remembers of a store beside it: small files in `$XDG_STATE_HOME/docket`.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
public struct StoreState: Sendable {
  private let folder: String
  private let name: String

  /// - Parameters:
  ///   - environment: the process's environment; relative values are ignored, as the specification says.
  ///   - store: the store's file; links to it lead to the same state.
  /// - Returns: nil if the environment names no home directory.
  public init?(environment: [String: String], store: URL) {
    guard let folder = Self.folder(environment: environment) else { return nil }
    self.folder = folder
    name = Self.digest(of: Self.real(store))
  }

  /// `$XDG_STATE_HOME/docket`, or `~/.local/state/docket`; nil if the environment names no home directory.
  public static func folder(environment: [String: String]) -> String? {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    return state.map { $0 + "/docket" }
  }

  /// The path without links, also of a file that is still to be made.
  private static func real(_ store: URL) -> String {
    if access(store.path, F_OK) == 0 { return store.resolvingSymlinksInPath().path }
    return store.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(store.lastPathComponent)
      .path
  }

  /// The path of a file.
  func path(_ kind: String, _ ending: String) -> String { "\(folder)/\(kind)-\(name).\(ending)" }

  /// Makes the folder, which nobody else may look into.
  ///
  /// - Throws: `StateError`.
  func prepare() throws {
    let number = Self.makeFolder(folder)
    guard number == 0 else { throw StateError(path: folder, number: number) }
  }

  /// Makes a folder, and those that it is to be in; returns an error number, or 0.
  private static func makeFolder(_ path: String) -> Int32 {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return 0 }
    let (number, parent) = (errno, (path as NSString).deletingLastPathComponent)
    guard number == ENOENT, parent != path else { return number }
    let obstacle = makeFolder(parent)
    guard obstacle == 0 else { return obstacle }
    return mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }

  /// Sixteen digits that stand for a path; the files also name the store that they are about.
  ///
  /// Source: http://www.isthe.com/chongo/tech/comp/fnv/
  private static func digest(of path: String) -> String {
    let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// MARK: - Files

extension StoreState {
  /// The value in a file; nil if there is none, or it makes no sense.
  func read<Value: Decodable>(_ type: Value.Type, _ kind: String) -> Value? {
    guard let data = FileManager.default.contents(atPath: path(kind, "json")) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }

  /// Writes a value so that it is there after a crash, or else the one before; whoever calls has the lock.
  ///
  /// - Throws: `StateError` if the file can't be written.
  func write(_ value: some Encodable, _ kind: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let (path, new) = (path(kind, "json"), path(kind, "new"))
    try prepare()
    guard let file = Descriptor(open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)) else {
      throw StateError(path: new, number: errno)
    }
    guard file.write(try encoder.encode(value)), fsync(file.number) == 0, rename(new, path) == 0 else {
      throw StateError(path: path, number: errno)
    }
    // The name is in the directory: https://man7.org/linux/man-pages/man2/fsync.2.html
    if let directory = Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { fsync(directory.number) }
  }
}

/// Why what this machine remembers of a store could not be written.
public struct StateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or the folder that could not be made.
  public let path: String
  /// The error number.
  public let number: Int32

  /// What went wrong, and where.
  public var description: String { "\(path) can't be written: \(String(cString: strerror(number)).lowercased())" }
}

// MARK: - Locks

/// A lock between processes, held until it is released; the system releases it when the process ends, however that is.
final class StateLock: Sendable {
  private let file: Descriptor

  /// - Parameter waits: whether to wait for whoever has it.
  /// - Returns: nil if somebody else has it.
  /// - Throws: `StateError` if there can be no file.
  init?(_ state: StoreState, _ kind: String, waits: Bool) throws {
    try state.prepare()
    let path = state.path(kind, "lock")
    guard let file = Descriptor(open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)) else {
      throw StateError(path: path, number: errno)
    }
    while flock(file.number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { return nil }
    }
    self.file = file
  }
}
