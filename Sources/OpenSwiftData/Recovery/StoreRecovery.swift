import Foundation

extension ModelContainer {
  /// Salvages what can be read of a damaged store into a new one, and opens that once to complete it.
  ///
  /// Rows are read by their keys; where that fails, reading continues after the damage. References to lost rows are
  /// removed, values that the models can't read become their properties' defaults, full-text indexes are rebuilt, and
  /// the history of changes starts again. The damaged files are not changed; nothing else may write to them meanwhile. It
  /// takes O(n log n) of the size of the store.
  ///
  /// - Parameters:
  ///   - damaged: the damaged store.
  ///   - url: the file to create; its folder must exist, with room for twice the size of the damaged store.
  ///   - schema: the models.
  ///   - migrationPlan: the versions of the models, for a store of an earlier one.
  /// - Throws: `StoreError` if there is no such store, if nothing of it can be read, if the file exists, or if the new
  ///   store can't be written; then no new store is left.
  public static func recoverStore(
    at damaged: URL, to url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> RecoveryReport {
    var report = try StoreRecovery(of: damaged, to: url, schema).run()
    do {
      let container = try ModelContainer(
        for: schema, migrationPlan: migrationPlan, configurations: [ModelConfiguration(schema: schema, url: url)])
      report.unreadableValues = try container.store.replaceUnreadableValues()
      guard let problem = try container.store.problems(readsValues: false).first else { return report }
      throw StoreError(kind: .damaged, location: url.path, explanation: "The new store is damaged: \(problem).")
    } catch {
      for ending in ["", "-wal", "-shm"] { unlink(url.path + ending) }
      throw error
    }
  }
}

/// What was salvaged from a damaged store.
public struct RecoveryReport: Hashable, Sendable {
  /// The number of salvaged rows of each entity, by the entity's name.
  public fileprivate(set) var rows: [String: Int] = [:]
  /// The number of ranges of rows that could not be read; each may have held one row or thousands.
  public fileprivate(set) var gaps = 0
  /// The number of rows that were read and left out, because they break a constraint, such as a unique value.
  public fileprivate(set) var refused = 0
  /// The number of references to lost rows, which were removed.
  public fileprivate(set) var danglingReferences = 0
  /// The number of values that the models can't read: their properties' defaults are in their place, where there are any.
  public fileprivate(set) var unreadableValues = 0
}

/// Salvages the rows of a damaged store into a new one.
private struct StoreRecovery {
  private let damaged: URL
  private let copy: URL
  private let schema: Schema
  private let draft: URL

  init(of damaged: URL, to copy: URL, _ schema: Schema) {
    self.damaged = damaged
    self.copy = copy
    self.schema = schema
    draft = URL(fileURLWithPath: "\(copy.path)-unfinished-\(UUID().uuidString)")
  }

  /// Creates the new store; if that fails, none is left.
  func run() throws -> RecoveryReport {
    let files = StoreCopy(source: copy.path, purpose: "the new store")
    try check()
    defer { unlink(draft.path) }
    do {
      let report = try salvage(files)
      try files.publish(draft, as: copy)
      try files.syncDirectory(of: copy)
      return report
    } catch let error as SQLiteError {
      // Only the file that is read can be corrupt or no database.
      throw StoreError(error, location: error.isCorruption || error.isNotADatabase ? damaged.path : copy.path)
    }
  }

  private func check() throws {
    var status = stat()
    guard stat(damaged.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(
        kind: .cannotOpen, location: damaged.path, explanation: "There is no such file that could be salvaged.")
    }
    guard access(damaged.path, R_OK) == 0 else {
      throw StoreError(kind: .permission, location: damaged.path, explanation: "The store may not be read.")
    }
    guard access(copy.path, F_OK) != 0 else {
      throw StoreError(
        kind: .cannotOpen, location: copy.path,
        explanation: "A file with that name exists already, and a salvaged store does not replace it.")
    }
  }

  private func salvage(_ files: StoreCopy) throws -> RecoveryReport {
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw files.failure("made") }
    defer { close(descriptor) }
    let source = try DamagedStore(damaged, copiedInto: copy.deletingLastPathComponent())
    defer { source.remove() }
    let connection = try Connection(path: draft.path, mode: .readWrite)
    defer { connection.close() }
    // The file is synced as a whole afterwards; until then it is no store.
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA foreign_keys = OFF")
    let report = try copyRows(from: source, to: connection)
    guard fsync(descriptor) == 0 else { throw files.failure("written") }
    return report
  }

  private func copyRows(from damaged: DamagedStore, to copy: Connection) throws -> RecoveryReport {
    let source = damaged.connection
    let definitions = try SalvagedDefinitions(of: source, like: copy, location: self.damaged.path)
    try setFormat(of: copy, like: source)
    var report = RecoveryReport()
    try copy.execute("BEGIN")
    try definitions.create(on: copy)
    let tables = schema.roots.map { EntityTable($0, store: "") }
    // Tables whose definitions are lost: their rows may still be on pages that no tree reaches.
    let lost = hasThisSchema(source) ? try StoredDefinitions(tables, on: copy).createMissing() : []
    report.gaps += lost.count
    let last = lastKey(definitions.tables, of: source)
    for name in definitions.tables where try copy.has(.table, name) {
      try copyRows(of: name, last, from: source, to: copy, &report)
    }
    if report.gaps > 0 { try copyStrayRows(of: definitions.tables + lost, from: damaged, to: copy, &report) }
    try completeMetadata(of: copy)
    try continueSequences(definitions.tables + lost, from: source, on: copy)
    report.danglingReferences = try DanglingReferences(tables, on: copy).remove()
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

  /// Copies rows on pages that no tree reaches, if their values fit only one table.
  private func copyStrayRows(
    of tables: [String], from damaged: DamagedStore, to copy: Connection, _ report: inout RecoveryReport
  ) throws {
    let wanted = try tables.filter { try !$0.hasPrefix("openswiftdata_") && copy.has(.table, $0) }
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

  /// The largest key of any row, as far as it can be read.
  private func lastKey(_ tables: [String], of source: Connection) -> Int64 {
    let given = (try? source.integers("SELECT seq FROM sqlite_sequence")) ?? []
    let found = tables.compactMap { try? source.integer("SELECT max(rowid) FROM \(SQL.quoted($0))") }
    return (given + found).filter { $0 > 0 }.max() ?? 1 << 32
  }

  /// Continues the sequences of keys, so that no key is used again, not even those of lost rows.
  private func continueSequences(_ tables: [String], from source: Connection, on copy: Connection) throws {
    for name in tables {
      let given = try? source.integer("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(name)])
      guard let given, given > 0 else { continue }
      try copy.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [.integer(given), .text(name)])
      guard copy.changedRowCount == 0 else { continue }
      try copy.run("INSERT INTO sqlite_sequence(name, seq) VALUES(?, ?)", [.text(name), .integer(given)])
    }
  }

  /// Whether a store's tables are those of the schema, as far as it can be read: others are migrated when it is opened.
  private func hasThisSchema(_ source: Connection) -> Bool {
    guard let fingerprint = try? StoreMetadata(connection: source)[.schemaFingerprint] else { return false }
    return fingerprint == SchemaDescription(schema).fingerprint
  }

  /// Replaces lost metadata by what the program would write.
  private func completeMetadata(of copy: Connection) throws {
    let metadata = StoreMetadata(connection: copy)
    if try metadata[.storeIdentifier] == nil { try metadata.set(.storeIdentifier, to: UUID().uuidString) }
    if try metadata[.schemaVersion] == nil || metadata[.schemaDescription] == nil {
      try metadata.setSchema(SchemaDescription(schema), version: schema.version)
    }
  }
}
