/// The rows of an entity that changed since its full-text indexes were brought up to date.
///
/// Triggers note them, so it does not matter which program writes: folding texts takes this library, noting a key takes
/// SQLite alone. Until the next save of this library such rows are candidates of every search.
///
/// Source: https://www.sqlite.org/lang_createtrigger.html
struct FullTextNotes {
  let entity: String

  /// The quoted table with the keys; a key may be noted twice.
  var table: String { EntityTable.quoted(tableName) }

  private var tableName: String { "\(Self.prefix)\(entity)" }

  /// What the names of all such tables begin with.
  static let prefix = "openswiftdata_unindexed_"

  private var triggerNames: [String] { ["inserted", "updated", "deleted"].map { "\(tableName).\($0)" } }

  /// What has to be in the store.
  var names: [String] { [tableName] + triggerNames }

  /// Creates the table and the triggers, and notes all rows.
  func create(columns: [String], on connection: Connection) throws {
    try connection.execute("CREATE TABLE \(table)(id INTEGER NOT NULL)")
    for sql in triggers(columns) { try connection.execute(sql) }
    try connection.execute("INSERT INTO \(table) SELECT id FROM \(EntityTable.quoted(entity))")
  }

  func drop(on connection: Connection) throws {
    for name in triggerNames { try connection.execute("DROP TRIGGER IF EXISTS \(EntityTable.quoted(name))") }
    try connection.execute("DROP TABLE IF EXISTS \(table)")
  }

  private func triggers(_ columns: [String]) -> [String] {
    let differs = ([EntityTable.keyColumn] + columns).map(EntityTable.quoted).map { "old.\($0) IS NOT new.\($0)" }
    return [
      trigger(0, "AFTER INSERT", "VALUES(new.id)"),
      trigger(1, "AFTER UPDATE", when: differs.joined(separator: " OR "), "VALUES(old.id), (new.id)"),
      trigger(2, "AFTER DELETE", "VALUES(old.id)"),
    ]
  }

  private func trigger(_ index: Int, _ event: String, when condition: String? = nil, _ values: String) -> String {
    """
    CREATE TRIGGER \(EntityTable.quoted(triggerNames[index])) \(event) ON \(EntityTable.quoted(entity))
    \(condition.map { "WHEN \($0) " } ?? "")BEGIN INSERT INTO \(table) \(values); END
    """
  }
}
