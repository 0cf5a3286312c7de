/// The table and the triggers with which a store notes files that no row names any more.
///
/// Whatever deletes or changes a row, the note is made in the same transaction; the file itself is removed after it.
struct ExternalDataSchema {
  /// The large properties of each entity.
  let properties: [(entity: String, property: ModelProperty)]

  init(_ entities: [ModelProperties]) {
    properties = entities.flatMap { entity in
      entity.own.filter { $0.isStored && $0.keepsFiles }.map { (entity.tableName, $0) }
    }
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS openswiftdata_external_removal(name TEXT PRIMARY KEY NOT NULL, time INTEGER NOT NULL)
    WITHOUT ROWID
    """

  /// Creates what is missing; takes no lock if nothing is.
  func install(_ connection: Connection) throws {
    guard !properties.isEmpty else { return }
    let names = properties.flatMap { [Self.title($0, "replaced"), Self.title($0, "deleted")] }
    let found = try names.filter { name in
      try connection.integer("SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name = ?", [.text(name)])
        == 1
    }
    guard found.count < names.count else { return }
    try connection.withWriteTransaction {
      for sql in [Self.table] + properties.flatMap(Self.triggers) { try connection.execute(sql) }
    }
  }

  /// The names of the files that rows named until some seconds ago.
  static func removed(before age: Int64, on connection: Connection) throws -> [String] {
    guard try hasTable(connection) else { return [] }
    let statement = try connection.statement(
      "SELECT name FROM openswiftdata_external_removal WHERE time <= strftime('%s', 'now') - ?")
    defer { statement.reset() }
    try statement.bind(age, at: 1)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }

  /// Notes that no row names a file any more.
  static func note(removalOf name: String, on connection: Connection) throws {
    try connection.execute(table)
    try connection.run(
      "INSERT OR REPLACE INTO openswiftdata_external_removal(name, time) VALUES(?, strftime('%s', 'now'))",
      [.text(name)])
  }

  private static func hasTable(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'openswiftdata_external_removal'") == 1
  }

  static func forget(_ name: String, on connection: Connection) throws {
    try connection.run("DELETE FROM openswiftdata_external_removal WHERE name = ?", [.text(name)])
  }

  private static func title(_ place: (entity: String, property: ModelProperty), _ event: String) -> String {
    "\(place.entity).\(place.property.storedName).\(event)"
  }

  /// What notes that a row let go of its file.
  ///
  /// Source: https://www.sqlite.org/lang_createtrigger.html
  private static func triggers(_ place: (entity: String, property: ModelProperty)) -> [String] {
    let column = EntityTable.column(place.property)
    let table = EntityTable.quoted(place.entity)
    let note = """
      BEGIN INSERT OR REPLACE INTO openswiftdata_external_removal(name, time)
      VALUES(old.\(column), strftime('%s', 'now')); END
      """
    return [
      """
      CREATE TRIGGER IF NOT EXISTS \(EntityTable.quoted(title(place, "replaced"))) AFTER UPDATE OF \(column) ON \(table)
      WHEN typeof(old.\(column)) = 'text' AND old.\(column) IS NOT new.\(column) \(note)
      """,
      """
      CREATE TRIGGER IF NOT EXISTS \(EntityTable.quoted(title(place, "deleted"))) AFTER DELETE ON \(table)
      WHEN typeof(old.\(column)) = 'text' \(note)
      """,
    ]
  }
}
