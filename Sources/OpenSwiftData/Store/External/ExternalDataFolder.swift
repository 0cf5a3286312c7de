import Foundation

/// The folder beside a store in which large values are kept, one file each.
///
/// A file is written once and never changed. What a row holds is the file's name.
struct ExternalDataFolder: Sendable {
  let url: URL

  /// `.<store>_SUPPORT/_EXTERNAL_DATA` beside the store.
  init(store: URL) {
    url = store.deletingLastPathComponent()
      .appendingPathComponent(".\(store.lastPathComponent)_SUPPORT").appendingPathComponent("_EXTERNAL_DATA")
  }

  /// Whether any value was ever kept here.
  var exists: Bool { access(url.path, F_OK) == 0 }

  /// Writes a value into a new file; when it returns the file is on disk.
  ///
  /// - Returns: the file's name.
  func write(_ data: Data) throws -> String {
    try create()
    let name = UUID().uuidString
    let descriptor = open(path(name), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.synchronize()
      try Self.synchronize(url)
    } catch {
      remove(name)
      throw StoreError(kind: .inputOutput, location: url.path, explanation: "A large value can't be written: \(error).")
    }
    return name
  }

  /// The value in a file; its bytes are read from disk when they are looked at.
  ///
  /// It stays readable when the file is removed later.
  func data(named name: String) throws -> Data {
    // A name that is no name of ours could lead anywhere.
    guard UUID(uuidString: name) != nil, let data = try? Data(contentsOf: file(name), options: .alwaysMapped) else {
      throw SwiftDataError.unreadableValue("the file \(name)")
    }
    return data
  }

  /// Removes a file; one that is gone already is what was wanted.
  func remove(_ name: String) { unlink(path(name)) }

  /// Puts files of another folder into this one too; when it returns they are on disk.
  ///
  /// Files are never changed, so a second name for each is enough; where a file system has none, a copy is made.
  ///
  /// - Parameter note: is told of each file that was not in this folder before.
  /// - Returns: those that are not there; they are passed over.
  @discardableResult
  func take(
    _ names: some Sequence<String>, from other: ExternalDataFolder, new note: (_ name: String) -> Void = { _ in }
  ) throws -> Set<String> {
    var missing: Set<String> = []
    var isCreated = false
    for name in names {
      guard access(other.path(name), F_OK) == 0 else {
        missing.insert(name)
        continue
      }
      if !isCreated { try create() }
      isCreated = true
      switch try take(name, from: other) {
      case .new: note(name)
      case .known: break
      case .missing: missing.insert(name)
      }
    }
    if isCreated { try Self.synchronize(url) }
    return missing
  }

  private enum Taking {
    case new, known, missing
  }

  private func take(_ name: String, from other: ExternalDataFolder) throws -> Taking {
    if link(other.path(name), path(name)) == 0 { return .new }
    if errno == EEXIST { return .known }
    guard let data = try? Data(contentsOf: other.file(name), options: .alwaysMapped) else {
      if access(other.path(name), F_OK) != 0 { return .missing }
      throw other.failure("read")
    }
    let draft = try write(data)
    guard rename(path(draft), path(name)) == 0 else { throw failure() }
    return .new
  }

  /// Removes the folder with all that is in it, and the one around it.
  func removeAll() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Removes the folder, and the one around it, unless something is in them.
  func removeIfEmpty() {
    rmdir(url.path)
    rmdir(url.deletingLastPathComponent().path)
  }

  /// The names of the files that were not changed for some seconds.
  func names(olderThan age: TimeInterval) -> [String] {
    let limit = Date(timeIntervalSinceNow: -age)
    let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    return (files ?? []).filter { file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
      return (attributes?[.modificationDate] as? Date).map { $0 <= limit } ?? false
    }.map(\.lastPathComponent)
  }

  private func create() throws {
    guard !exists else { return }
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Self.synchronize(url.deletingLastPathComponent())
      try Self.synchronize(url.deletingLastPathComponent().deletingLastPathComponent())
    } catch {
      throw failure()
    }
  }

  /// A file is there after a loss of power only if its directory says so.
  private static func synchronize(_ directory: URL) throws {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).synchronize()
  }

  private func file(_ name: String) -> URL { url.appendingPathComponent(name) }
  private func path(_ name: String) -> String { file(name).path }

  private func failure(_ what: String = "written") -> StoreError {
    StoreError(
      kind: .inputOutput, location: url.path,
      explanation: "The folder of large values can't be \(what): \(String(cString: strerror(errno)).lowercased()).")
  }
}
