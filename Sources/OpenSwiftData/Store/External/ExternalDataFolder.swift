import Foundation

/// The folder beside a store for large values; each is a file, written once and never changed, whose name is in the
/// row.
struct ExternalDataFolder: Sendable {
  let url: URL

  /// `.<store>_SUPPORT/_EXTERNAL_DATA` beside the store.
  init(store: URL) {
    url = store.deletingLastPathComponent()
      .appendingPathComponent(".\(store.lastPathComponent)_SUPPORT").appendingPathComponent("_EXTERNAL_DATA")
  }

  /// Whether any value was ever kept here.
  var exists: Bool { access(url.path, F_OK) == 0 }

  /// Writes a value into a new file, waits until it is on disk, and returns its name.
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

  /// Maps the value in a file into memory; it stays readable when the file is removed later.
  func data(named name: String) throws -> Data {
    // Any other name could be a path to anywhere.
    guard UUID(uuidString: name) != nil, let data = try? Data(contentsOf: file(name), options: .alwaysMapped) else {
      throw SwiftDataError.unreadableValue("the file \(name)")
    }
    return data
  }

  /// Removes a file, if it is still there.
  func remove(_ name: String) { unlink(path(name)) }

  /// Links files of another folder into this one, or copies them where the file system has no hard links, and waits
  /// until they are on disk.
  ///
  /// - Parameter note: called for each file that was not in this folder before.
  /// - Returns: those that are missing in the other folder.
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

  /// Removes the folder with its files, and the folder around it.
  func removeAll() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Removes the folder and the one around it, if they are empty.
  func removeIfEmpty() {
    rmdir(url.path)
    rmdir(url.deletingLastPathComponent().path)
  }

  /// The names of the files that were last changed some seconds ago or earlier.
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

  /// Waits until the entries of a directory are on disk: after a loss of power a file is there only if its entry is.
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

/// Reads and writes large values for one connection, and removes those of transactions that are rolled back.
///
/// It belongs to its connection and is used on the same thread.
final class ExternalDataSession {
  private let folder: ExternalDataFolder
  private var written: [String] = []

  init(_ folder: ExternalDataFolder) { self.folder = folder }

  /// The size from which a value is kept in a file, in bytes; smaller ones are faster in the store itself.
  ///
  /// Source: https://www.sqlite.org/intern-v-extern-blob.html
  static let threshold = 100_000

  func data(named name: String) throws -> Data { try folder.data(named: name) }

  /// Writes a value into a new file, for a row of the running transaction.
  func write(_ data: Data) throws -> String {
    let name = try folder.write(data)
    written.append(name)
    return name
  }

  /// Keeps the files of a transaction that was committed.
  func keep() { written.removeAll() }

  /// Removes the files of a transaction that was rolled back.
  func discard() {
    for name in written { folder.remove(name) }
    written.removeAll()
  }
}

/// Copies the large values of a store for a copy of it, and removes them again if the copy fails.
final class ExternalDataCopy {
  private let folder: ExternalDataFolder
  private let isNew: Bool
  private var names: Set<String> = []

  /// - Parameter store: the future file of the copy.
  init(of store: URL) {
    folder = ExternalDataFolder(store: store)
    isNew = !folder.exists
  }

  /// Adds files of a store, waits until they are on disk, and returns those that are missing.
  func take(_ names: Set<String>, from store: ExternalDataFolder) throws -> Set<String> {
    // Files that were there before may belong to another copy at the same place: they are not removed.
    try folder.take(names, from: store) { self.names.insert($0) }
  }

  /// Removes what was added.
  func remove() {
    for name in names { folder.remove(name) }
    if isNew { folder.removeIfEmpty() }
  }
}
