/// The rows of an entity that changed since its full-text indexes were updated, each with the texts that these know.
///
/// Triggers note them, so it does not matter which program writes: folding texts needs this library, noting a row only
/// SQLite. Until the next save of this library such rows are candidates of every search. The indexes keep no texts, so
/// the old ones are noted too: without them a row could not be taken out of an index.
///
/// Source: https://www.sqlite.org/lang_createtrigger.html
struct UnindexedRows {
  let entity: String
  /// The indexed columns, not quoted.
  let columns: [String]

  /// The quoted table with the keys, and in a column of the same name what was indexed of each indexed column: null for a
  /// row that is in no index.
  var table: String { Self.table(of: entity) }

  /// The same of an entity of which no more is known.
  static func table(of entity: String) -> String { SQL.quoted("\(prefix)\(entity)") }

  /// The prefix of the names of all such tables.
  static let prefix = "openswiftdata_unindexed_"

  private var tableName: String { "\(Self.prefix)\(entity)" }

  private var triggerNames: [String] { ["inserted", "updated", "deleted"].map { "\(tableName).\($0)" } }

  /// The unquoted names of what has to be in the store.
  var names: [String] { [tableName] + triggerNames }

  /// Creates the table and the triggers, and notes all rows.
  func create(on connection: Connection) throws {
    try connection.execute("CREATE TABLE \(table)(id INTEGER PRIMARY KEY\(list(columns)))")
    for sql in triggers { try connection.execute(sql) }
    try connection.execute("INSERT INTO \(table)(id) SELECT id FROM \(SQL.quoted(entity))")
  }

  /// Notes inserted rows as the trigger does, which takes several times as long for many.
  ///
  /// A row may be noted already with an old text, if its key is one of a row that was deleted.
  func note(_ keys: [Int64], on connection: Connection) throws {
    let condition = RowRanges.condition(EntityTable.keyColumn, 1)
    let note = try connection.statement(
      "INSERT OR IGNORE INTO \(table)(id) SELECT id FROM \(SQL.quoted(entity)) WHERE \(condition)")
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

  /// Whether the noted texts are those that the indexes know.
  ///
  /// Another program's trigger on the same table may fire before ours, and change a row that is not noted yet. Triggers
  /// that are gone by now, or in another program's temporary schema, are not seen.
  static func areReliable(of entity: String, on connection: Connection) throws(SQLiteError) -> Bool {
    // The name of the table is spelt as in CREATE TRIGGER.
    let sql = """
      SELECT NOT EXISTS(SELECT 1 FROM sqlite_master
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND instr(sql, 'openswiftdata') = 0)
      """
    return try connection.integer(sql, [.text(entity)]) == 1
  }

  /// Drops the triggers and the table.
  func drop(on connection: Connection) throws {
    for name in triggerNames { try connection.execute("DROP TRIGGER IF EXISTS \(SQL.quoted(name))") }
    try connection.execute("DROP TABLE IF EXISTS \(table)")
  }

  private var triggers: [String] {
    let differs = ([EntityTable.keyColumn] + columns).map(SQL.quoted).map { "old.\($0) IS NOT new.\($0)" }
    return [
      trigger(0, "AFTER INSERT", noteNew),
      trigger(1, "AFTER UPDATE", when: differs.joined(separator: " OR "), noteOld, noteNew),
      trigger(2, "AFTER DELETE", noteOld),
    ]
  }

  private var noteNew: String { noting("id", "new.id", of: "new.id") }
  private var noteOld: String { noting("id\(list(columns))", "old.id\(list(columns, of: "old."))", of: "old.id") }

  /// Notes a row that is not noted yet: only what is noted first is what the indexes know.
  ///
  /// OR IGNORE could not say that: the conflict clause of the statement that fires a trigger overrides it.
  private func noting(_ columns: String, _ values: String, of key: String) -> String {
    "INSERT INTO \(table)(\(columns)) SELECT \(values) WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE id = \(key));"
  }

  private func list(_ columns: [String], of row: String = "") -> String {
    columns.map { ", \(row)\(SQL.quoted($0))" }.joined()
  }

  private func trigger(_ index: Int, _ event: String, when condition: String? = nil, _ notes: String...) -> String {
    """
    CREATE TRIGGER \(SQL.quoted(triggerNames[index])) \(event) ON \(SQL.quoted(entity))
    \(condition.map { "WHEN \($0) " } ?? "")BEGIN \(notes.joined(separator: " ")) END
    """
  }
}
