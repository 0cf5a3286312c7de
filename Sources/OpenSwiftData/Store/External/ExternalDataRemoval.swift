import Dispatch
import DocketLocking
import Foundation

/// The table and the triggers that note files of large values that no row names any more.
///
/// The triggers note a file in the transaction that deletes or changes its row; the file itself is removed later.
struct ExternalDataSchema {
  private struct Column {
    let table: String
    let property: ModelProperty

    /// The unquoted name of the trigger for an event.
    func trigger(_ event: String) -> String { "\(table).\(property.storedName).\(event)" }
  }

  private let columns: [Column]

  init(_ entities: [ModelProperties]) {
    columns = entities.flatMap { entity in
      entity.own.filter { $0.isStored && $0.keepsFiles }.map { Column(table: entity.tableName, property: $0) }
    }
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS openswiftdata_external_removal(name TEXT PRIMARY KEY NOT NULL, time INTEGER NOT NULL)
    WITHOUT ROWID
    """

  /// Creates what is missing; takes no lock if nothing is.
  func install(_ connection: Connection) throws {
    guard !columns.isEmpty else { return }
    let triggers = columns.flatMap { [$0.trigger("replaced"), $0.trigger("deleted")] }
    guard try !triggers.allSatisfy({ try connection.has(.trigger, $0) }) else { return }
    try connection.withWriteTransaction {
      for sql in [Self.table] + columns.flatMap(Self.triggers) { try connection.execute(sql) }
    }
  }

  /// The triggers that note the file of a row which is changed or deleted.
  ///
  /// Source: https://www.sqlite.org/lang_createtrigger.html
  private static func triggers(_ place: Column) -> [String] {
    let column = EntityTable.column(place.property)
    let table = SQL.quoted(place.table)
    let note = """
      BEGIN INSERT OR REPLACE INTO openswiftdata_external_removal(name, time)
      VALUES(old.\(column), strftime('%s', 'now')); END
      """
    return [
      """
      CREATE TRIGGER IF NOT EXISTS \(SQL.quoted(place.trigger("replaced"))) AFTER UPDATE OF \(column) ON \(table)
      WHEN typeof(old.\(column)) = 'text' AND old.\(column) IS NOT new.\(column) \(note)
      """,
      """
      CREATE TRIGGER IF NOT EXISTS \(SQL.quoted(place.trigger("deleted"))) AFTER DELETE ON \(table)
      WHEN typeof(old.\(column)) = 'text' \(note)
      """,
    ]
  }

  /// Notes that no row names a file any more.
  static func note(removalOf name: String, on connection: Connection) throws {
    try connection.execute(table)
    try connection.run(
      "INSERT OR REPLACE INTO openswiftdata_external_removal(name, time) VALUES(?, strftime('%s', 'now'))",
      [.text(name)])
  }

  /// The names of the files that were noted some seconds ago or earlier.
  static func removed(before age: Int64, on connection: Connection) throws -> [String] {
    guard try connection.has(.table, "openswiftdata_external_removal") else { return [] }
    return try connection.texts(
      "SELECT name FROM openswiftdata_external_removal WHERE time <= strftime('%s', 'now') - ?", [.integer(age)])
  }

  static func deleteNote(of name: String, on connection: Connection) throws {
    try connection.run("DELETE FROM openswiftdata_external_removal WHERE name = ?", [.text(name)])
  }
}

/// The files of large values that the rows of a store name.
///
/// The store's own description counts: the program's schema may have only some of the entities.
struct ExternalDataNames {
  private let columns: [(entity: String, column: String)]

  /// - Throws: `StoreError` if the store's description can't be read; then the files that it names are unknown.
  init(of connection: Connection, location: String) throws {
    columns = try StoredSchema(of: connection, location: location).description.entities.flatMap { entity in
      entity.attributes.filter(\.mayKeepFiles).map { (entity.name, $0.columns[0].name) }
    }
  }

  /// The names; read them in one transaction with the store's description.
  func all(on connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    for (entity, name) in columns {
      let column = SQL.quoted(name)
      let found = try connection.texts(
        "SELECT \(column) FROM \(SQL.quoted(entity)) WHERE typeof(\(column)) = 'text'")
      names.formUnion(found)
    }
    return names
  }
}

/// Removes the files of large values that no row names any more.
final class ExternalDataSweeper: Sendable {
  private let folder: ExternalDataFolder
  private let location: String
  private let isOpen = Lock(true)

  /// For how many seconds a file is kept after the last row that named it: a reader may just be using the row.
  private static let readersGrace: Int64 = 10
  /// For how many seconds a file that no row names is kept: its transaction may still be running.
  private static let writersGrace: TimeInterval = 3600

  /// Nil for a store without large properties and without files.
  init?(_ schema: Schema, _ location: StoreLocation) {
    guard case .file(let url) = location else { return nil }
    folder = ExternalDataFolder(store: url)
    self.location = location.name
    let keepsFiles = schema.entities.contains { $0.properties.stored.contains(where: \.keepsFiles) }
    // Entities that had such properties leave files behind, and other programs may know other entities.
    guard keepsFiles || folder.exists else { return nil }
  }

  /// Removes the files that a crash left behind, in the background.
  ///
  /// It retains the lock and the pool, but not the store, whose files would otherwise stay open until it ends.
  func sweepInBackground(_ writeLock: WriteLock, _ pool: ConnectionPool) {
    DispatchQueue.global(qos: .utility).async { [self] in
      isOpen.withLock { isOpen in
        if isOpen { try? writeLock.withLock { try pool.withConnection(sweep) } }
      }
    }
  }

  /// Waits for a running sweep; none starts any more.
  func close() { isOpen.withLock { $0 = false } }

  private func sweep(on connection: Connection) throws {
    try removeReplaced(on: connection)
    try removeOrphans(on: connection)
  }

  /// Removes the files that no row names any more, after the transactions that changed the rows.
  ///
  /// Files are removed before their notes, so a crash in between leaves a note and not a file.
  func removeReplaced(grace: Int64 = readersGrace, on connection: Connection) throws {
    let names = try ExternalDataSchema.removed(before: grace, on: connection)
    guard !names.isEmpty else { return }
    for name in names { folder.remove(name) }
    try connection.withWriteTransaction {
      for name in names { try ExternalDataSchema.deleteNote(of: name, on: connection) }
    }
  }

  /// Removes the files of transactions that never ended, as after a crash.
  func removeOrphans(grace: TimeInterval = writersGrace, on connection: Connection) throws {
    // The files first: one that is there now and that no later row names was never committed.
    let files = folder.names(olderThan: grace)
    guard !files.isEmpty else { return }
    let named = try connection.withReadTransaction {
      try ExternalDataNames(of: connection, location: location).all(on: connection)
    }
    for name in files where !named.contains(name) { folder.remove(name) }
  }
}
