/// The tables, columns and indexes that a store has for the models of its schema, which another program may have dropped.
///
/// What else is in the file, such as the history and the full-text indexes, is completed each time the store is opened.
struct StoredDefinitions {
  private let tables: [EntityTable]
  private let connection: Connection

  private struct Definition {
    let object: Connection.SchemaObject
    let name: String
    let table: String
    let sql: String
  }

  /// - Parameter tables: those of whole hierarchies.
  init(_ tables: [EntityTable], on connection: Connection) {
    self.tables = tables
    self.connection = connection
  }

  /// A phrase for each table, column and index that is missing.
  func problems() throws -> [String] {
    try withNewStore { new in
      let definitions = try Self.definitions(in: new)
      let missing = try missing(of: definitions)
      let missingTables = Set(missing.filter { $0.object == .table }.map(\.table))
      let tables = definitions.filter { $0.object == .table && !missingTables.contains($0.table) }.map(\.name)
      let columns = try tables.flatMap { table in
        let stored = Set(try Self.columns(of: table, in: connection))
        return try Self.columns(of: table, in: new).filter { !stored.contains($0) }
          .map { "the table \(table) has no column \($0)" }
      }
      let indexes = missing.filter { $0.object == .index && !missingTables.contains($0.table) }
      return missingTables.sorted().map { "the table \($0) is missing" } + columns
        + indexes.map { "the table \($0.table) has no index \($0.name)" }
    }
  }

  /// Creates the tables and indexes that are missing, as in a new store.
  ///
  /// - Returns: the unquoted names of the tables, which are empty.
  func createMissing() throws -> [String] {
    try withNewStore { new in
      let missing = try missing(of: Self.definitions(in: new))
      for definition in missing { try connection.execute(definition.sql) }
      return missing.filter { $0.object == .table }.map(\.name)
    }
  }

  /// Runs a body with a store in memory that has the tables of the schema, and no rows.
  private func withNewStore<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let new = try ConnectionSetup(mode: .readWrite).connect(to: .memory(MemoryDatabase()))
    defer { new.close() }
    for sql in tables.flatMap(\.creationSQL) { try new.execute(sql) }
    return try body(new)
  }

  private func missing(of definitions: [Definition]) throws -> [Definition] {
    try definitions.filter { try !connection.has($0.object, $0.name) }
  }

  /// The tables, then the indexes.
  private static func definitions(in store: Connection) throws -> [Definition] {
    // An index that SQLite makes by itself, for a primary key, has no statement.
    let sql = """
      SELECT type, name, tbl_name, sql FROM sqlite_master \
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, name
      """
    let rows = try store.statement(sql)
    defer { rows.reset() }
    var definitions: [Definition] = []
    while try rows.step() {
      guard let object = Connection.SchemaObject(rawValue: rows.text(0)) else { continue }
      definitions.append(Definition(object: object, name: rows.text(1), table: rows.text(2), sql: rows.text(3)))
    }
    return definitions
  }

  private static func columns(of table: String, in store: Connection) throws -> [String] {
    try store.texts("SELECT name FROM pragma_table_info(?)", [.text(table)])
  }
}
