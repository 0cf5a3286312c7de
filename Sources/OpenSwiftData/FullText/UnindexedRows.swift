/// The rows of an entity that changed since its full-text indexes were updated.
///
/// Triggers note their keys, so it does not matter which program writes: folding texts needs this library, noting a key
/// only SQLite. Until the next save of this library such rows are candidates of every search.
///
/// Source: https://www.sqlite.org/lang_createtrigger.html
struct UnindexedRows {
  let entity: String

  /// The quoted table with the keys; a key may be noted twice.
  var table: String { SQL.quoted(tableName) }

  private var tableName: String { "\(Self.prefix)\(entity)" }

  /// The prefix of the names of all such tables.
  static let prefix = "openswiftdata_unindexed_"

  private var triggerNames: [String] { ["inserted", "updated", "deleted"].map { "\(tableName).\($0)" } }

  /// The unquoted names of what has to be in the store.
  var names: [String] { [tableName] + triggerNames }

  /// Creates the table and the triggers, and notes all rows.
  func create(columns: [String], on connection: Connection) throws {
    try connection.execute("CREATE TABLE \(table)(id INTEGER NOT NULL)")
    for sql in triggers(columns) { try connection.execute(sql) }
    try connection.execute("INSERT INTO \(table) SELECT id FROM \(SQL.quoted(entity))")
  }

  /// Notes inserted rows as the trigger does, which takes several times as long for many.
  func note(_ keys: [Int64], on connection: Connection) throws {
    let condition = RowRanges.condition(EntityTable.keyColumn, 1)
    let note = try connection.statement("INSERT INTO \(table) SELECT id FROM \(SQL.quoted(entity)) WHERE \(condition)")
    for start in stride(from: 0, to: keys.count, by: Self.portion) {
      try RowRanges(Array(keys[start..<min(start + Self.portion, keys.count)])).run(note)
    }
  }

  /// How many keys are copied at once, to be sorted.
  private static let portion = 4_096

  /// Whether the trigger of inserted rows is there, and the store has no others but those of such tables.
  func haveTheOnlyTriggers(of connection: Connection) throws(SQLiteError) -> Bool {
    let sql = """
      SELECT count(*) FILTER (WHERE name = ?1) = 1 AND count(*) = count(*) FILTER (WHERE name GLOB ?2)
      FROM sqlite_master WHERE type = 'trigger'
      """
    return try connection.integer(sql, [.text(triggerNames[0]), .text("\(Self.prefix)*")]) == 1
  }

  /// Drops the triggers and the table.
  func drop(on connection: Connection) throws {
    for name in triggerNames { try connection.execute("DROP TRIGGER IF EXISTS \(SQL.quoted(name))") }
    try connection.execute("DROP TABLE IF EXISTS \(table)")
  }

  private func triggers(_ columns: [String]) -> [String] {
    let differs = ([EntityTable.keyColumn] + columns).map(SQL.quoted).map { "old.\($0) IS NOT new.\($0)" }
    return [
      trigger(0, "AFTER INSERT", "VALUES(new.id)"),
      trigger(1, "AFTER UPDATE", when: differs.joined(separator: " OR "), "VALUES(old.id), (new.id)"),
      trigger(2, "AFTER DELETE", "VALUES(old.id)"),
    ]
  }

  private func trigger(_ index: Int, _ event: String, when condition: String? = nil, _ values: String) -> String {
    """
    CREATE TRIGGER \(SQL.quoted(triggerNames[index])) \(event) ON \(SQL.quoted(entity))
    \(condition.map { "WHEN \($0) " } ?? "")BEGIN INSERT INTO \(table) \(values); END
    """
  }
}
