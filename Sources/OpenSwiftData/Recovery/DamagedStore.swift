import Foundation

/// A private copy of a damaged store's files, with a repaired header, that SQLite can read.
struct DamagedStore {
  private let folder: URL
  let connection: Connection

  /// Copies a damaged store into a folder; throws a `StoreError` if that fails, or if SQLite can't read any of it.
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
      try Self.repairHeader(of: copy)
      connection = try Connection(path: copy.path, mode: .readWrite)
      try Self.tolerateDamage(connection)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw Self.storeError(error, file)
    }
  }

  /// The pages of the file, with the write-ahead log applied.
  func pages() throws -> PageBytes {
    // What can't be read from a damaged log is lost.
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try PageBytes(of: folder.appendingPathComponent("store"))
  }

  func remove() {
    connection.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets SQLite read what it would refuse: a file that is too short, and tables next to invalid definitions.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_writable_schema
  private static func tolerateDamage(_ connection: Connection) throws {
    try connection.execute("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
    // The first statement fails if a definition is invalid; later ones find the valid definitions.
    _ = try? connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Gives the header the values that every store has, and makes SQLite count the pages.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#the_database_header
  private static func repairHeader(of file: URL) throws {
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
    // SQLite trusts the page count only if it was written with the last change; a wrong number makes it count.
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

/// The definitions of tables and indexes salvaged from a damaged store.
struct SalvagedDefinitions {
  /// The unquoted names of the tables whose rows can be salvaged.
  let tables: [String]
  private let creationSQL: [String]

  /// - Throws: `StoreError` if there are none.
  init(of damaged: Connection, like copy: Connection, location: String) throws {
    var definitions: [(type: String, name: String, table: String, sql: String)] = []
    let schema = try SalvagedTable("sqlite_schema", of: damaged, like: copy)
    _ = try schema.forEachRow(upTo: 1_000) { values in
      guard case .text(let type) = values[0], case .text(let name) = values[1], case .text(let table) = values[2],
        case .text(let sql) = values[4]
      else { return }
      definitions.append((type, name, table, sql))
    }
    let kept = definitions.filter { Self.isKept($0.table) && ["table", "index"].contains($0.type) }
    let names = kept.filter { $0.type == "table" }.map(\.name)
    creationSQL = kept.filter { $0.type == "table" }.map(\.sql) + kept.filter { $0.type == "index" }.map(\.sql)
    tables = names.filter { !$0.hasPrefix("openswiftdata_") || $0 == "openswiftdata_metadata" }
    guard names.contains("openswiftdata_metadata"), tables.count > 1 else {
      throw StoreError(
        kind: .notAStore, location: location,
        explanation: "Nothing can be salvaged: the store's own description of its tables can't be read.")
    }
  }

  /// Leaves out the full-text indexes, which are rebuilt when the copy is opened.
  private static func isKept(_ table: String) -> Bool {
    !table.hasPrefix("sqlite_") && !FullTextSchema.isPart(table)
  }

  /// Creates the empty tables with their indexes, without the definitions that are damaged.
  func create(on copy: Connection) throws {
    for sql in creationSQL {
      do {
        try copy.execute(sql)
      } catch {
        if !error.isInvalidSQL { throw error }
      }
    }
  }
}
