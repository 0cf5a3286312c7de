import Foundation

/// A damaged store as it can be read: a private copy of its files, whose header is as SQLite wants it.
///
/// The damaged files themselves are left as they are.
struct DamagedStore {
  /// The folder with the copy.
  let folder: URL
  let connection: Connection

  /// - Parameters:
  ///   - file: the damaged store.
  ///   - place: a folder with room for a copy.
  /// - Throws: `StoreError` if it can't be copied or is nothing that SQLite could read.
  init(_ file: URL, copiedInto place: URL) throws {
    folder = place.appendingPathComponent(".recovery-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent("store")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(at: file, to: copy)
      if access(file.path + "-wal", R_OK) == 0 {
        try FileManager.default.copyItem(atPath: file.path + "-wal", toPath: copy.path + "-wal")
      }
      // A copy has the permissions of the original.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
      try Self.mendHeader(of: copy)
      connection = try Connection(path: copy.path, mode: .readWrite)
      try Self.makeLenient(connection)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw Self.storeError(error, file)
    }
  }

  /// The pages of the file, with what was in the log.
  func pages() throws -> PageBytes {
    // What can't be taken over from a damaged log is lost.
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try PageBytes(of: folder.appendingPathComponent("store"))
  }

  func remove() {
    connection.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets SQLite read what it would refuse: a file that is too short, tables whose definition it can't use.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_writable_schema
  private static func makeLenient(_ connection: Connection) throws {
    try connection.execute("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
    // The first statement fails where definitions can't be used, the next ones find those that can.
    _ = try? connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Gives the header the values that every store of ours has, and lets SQLite count the pages.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#the_database_header
  private static func mendHeader(of file: URL) throws {
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }
    guard var header = try handle.read(upToCount: 100), header.count == 100 else { return }
    header.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    let size = Int(header[16]) << 8 | Int(header[17])
    if size != 1, size < 512 || size & (size - 1) != 0 { header.replaceSubrange(16..<18, with: [0x10, 0]) }
    // Read and written with a log; nothing reserved; fractions of payload; format of the schema; UTF-8.
    header.replaceSubrange(18..<24, with: [2, 2, 0, 64, 32, 32])
    header.replaceSubrange(44..<48, with: [0, 0, 0, 4])
    header.replaceSubrange(56..<60, with: [0, 0, 0, 1])
    // The count of pages holds only for the change that it was written with.
    for index in 92..<96 { header[index] = ~header[index - 68] }
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: header)
  }

  private static func storeError(_ error: any Error, _ file: URL) -> any Error {
    switch error {
    case let error as SQLiteError: StoreError(error, location: file.path)
    case let error as CocoaError where error.code == .fileReadNoPermission:
      StoreError(kind: .permission, location: file.path, explanation: "The store may not be read.")
    case is CocoaError:
      StoreError(kind: .inputOutput, location: file.path, explanation: "The store can't be copied to be read.")
    default: error
    }
  }
}
