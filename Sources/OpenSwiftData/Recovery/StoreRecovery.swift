import Foundation

/// Salvages the rows of a damaged store into a new one.
struct StoreRecovery {
  let damaged: URL
  let copy: URL
  let schema: Schema

  private var draft: URL { URL(fileURLWithPath: "\(copy.path)-unfinished-\(identifier)") }
  private let identifier = UUID().uuidString

  init(of damaged: URL, to copy: URL, _ schema: Schema) {
    self.damaged = damaged
    self.copy = copy
    self.schema = schema
  }

  /// Makes the new store; if it fails there is none.
  ///
  /// - Throws: `StoreError`.
  func run() throws -> RecoveryReport {
    let files = StoreCopy(source: copy.path, purpose: "the new store")
    try check()
    let draft = draft
    defer { unlink(draft.path) }
    do {
      let report = try salvage(into: draft, files)
      // A link takes no other file's place, as a renaming would.
      guard link(draft.path, copy.path) == 0 else { throw files.failure("named") }
      try files.syncDirectory(of: copy)
      return report
    } catch let error as SQLiteError {
      // Only what is read can be damaged, or something else.
      throw StoreError(error, location: error.isDamage || error.isNoDatabase ? damaged.path : copy.path)
    }
  }

  private func check() throws {
    var status = stat()
    guard stat(damaged.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(
        kind: .cannotOpen, location: damaged.path, explanation: "There is no such file that could be salvaged.")
    }
    guard access(copy.path, F_OK) != 0 else {
      throw StoreError(
        kind: .cannotOpen, location: copy.path,
        explanation: "There is a file of that name already, and a salvaged store takes no other's place.")
    }
  }

  private func salvage(into draft: URL, _ files: StoreCopy) throws -> RecoveryReport {
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw files.failure("made") }
    defer { close(descriptor) }
    let source = try DamagedStore(damaged, copiedInto: copy.deletingLastPathComponent())
    defer { source.remove() }
    let connection = try Connection(path: draft.path, mode: .readWrite)
    defer { connection.close() }
    // The file is synced as a whole afterwards, and is no store before that.
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA foreign_keys = OFF")
    let report = try copyRows(from: source, to: connection)
    guard fsync(descriptor) == 0 else { throw files.failure("written") }
    return report
  }

  // MARK: - Rows

  private func copyRows(from damaged: DamagedStore, to copy: Connection) throws -> RecoveryReport {
    let source = damaged.connection
    let definitions = try SalvagedDefinitions(of: source, like: copy, location: self.damaged.path)
    try setFormat(of: copy, like: source)
    var report = RecoveryReport()
    try copy.execute("BEGIN")
    try definitions.create(on: copy)
    let last = lastNumber(definitions.tables, of: source)
    for name in definitions.tables where try copy.hasTable(name) {
      try copyRows(of: name, last, from: source, to: copy, &report)
    }
    if report.gaps > 0 { try copyStrayRows(of: definitions.tables, from: damaged, to: copy, &report) }
    try completeMetadata(of: copy)
    try continueNumbers(definitions.tables, from: source, on: copy)
    report.danglingReferences = try DanglingReferences(schema, on: copy).remove()
    try copy.execute("COMMIT")
    return report
  }

  private func setFormat(of copy: Connection, like source: Connection) throws {
    let version = (try? source.integer("PRAGMA user_version")) ?? 0
    let known = (1...StoreFormat.fileVersion).contains(version) ? version : StoreFormat.fileVersion
    try copy.execute("PRAGMA application_id = \(StoreFile.applicationIdentifier); PRAGMA user_version = \(known)")
  }

  private func copyRows(
    of name: String, _ last: Int64, from source: Connection, to copy: Connection, _ report: inout RecoveryReport
  ) throws {
    let table = try SalvagedTable(name, of: source, like: copy)
    let insertion = table.insertion
    let isEntity = isEntity(name)
    report.gaps += try table.forEachRow(upTo: last) { values in
      try copy.run(insertion, values)
      if copy.changedRowCount == 0 {
        report.refused += 1
      } else if isEntity {
        report.rows[name, default: 0] += 1
      }
    }
  }

  /// Takes over what lies on pages that no tree leads to any more, where a row's values leave no doubt of its table.
  private func copyStrayRows(
    of tables: [String], from damaged: DamagedStore, to copy: Connection, _ report: inout RecoveryReport
  ) throws {
    let wanted = try tables.filter { try !$0.hasPrefix("openswiftdata_") && copy.hasTable($0) }
    let shapes = try wanted.map {
      (try TableShape($0, on: copy), try SalvagedTable($0, of: copy, like: copy).insertion)
    }
    var found = RecoveryReport()
    try StrayRows(damaged.pages()).forEach { row in
      let fitting = shapes.compactMap { shape, insertion in shape.values(of: row).map { (shape, insertion, $0) } }
      guard fitting.count == 1 else { return }
      let (shape, insertion, values) = fitting[0]
      try copy.run(insertion, values)
      if copy.changedRowCount > 0 { found.rows[shape.name, default: 0] += 1 }
    }
    for (name, count) in found.rows where isEntity(name) { report.rows[name, default: 0] += count }
  }

  private func isEntity(_ name: String) -> Bool { schema.entities.contains { $0.name == name } }

  /// The largest number of any row, as far as that can be found out.
  private func lastNumber(_ tables: [String], of source: Connection) -> Int64 {
    let given = (try? source.integers("SELECT seq FROM sqlite_sequence")) ?? []
    let found = tables.compactMap { try? source.integer("SELECT max(rowid) FROM \(EntityTable.quoted($0))") }
    return (given + found).filter { $0 > 0 }.max() ?? 1 << 32
  }

  /// Numbers that were given out once are not given out again, also those of rows that are lost.
  private func continueNumbers(_ tables: [String], from source: Connection, on copy: Connection) throws {
    for name in tables {
      let given = try? source.integer("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(name)])
      guard let given, given > 0 else { continue }
      try copy.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [.integer(given), .text(name)])
      guard copy.changedRowCount == 0 else { continue }
      try copy.run("INSERT INTO sqlite_sequence(name, seq) VALUES(?, ?)", [.text(name), .integer(given)])
    }
  }

  /// What the store said of itself, if that is lost, is taken to be what the program would say.
  private func completeMetadata(of copy: Connection) throws {
    let metadata = StoreMetadata(connection: copy)
    if try metadata[.storeIdentifier] == nil { try metadata.set(.storeIdentifier, to: UUID().uuidString) }
    if try metadata[.schemaVersion] == nil || metadata[.schemaDescription] == nil {
      try metadata.setSchema(SchemaDescription(schema), version: schema.version)
    }
  }
}

extension Connection {
  /// Whether there is a table of an unquoted name.
  func hasTable(_ name: String) throws -> Bool {
    try integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)]) > 0
  }
}
