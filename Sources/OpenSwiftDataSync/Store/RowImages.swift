import OpenSwiftData

// A deletion hides a row and keeps its values: somebody may bring it back. Who claimed which unique value, and what was
// above what, decides what a change of them means. The history only says that rows were deleted or changed, and the
// ledger leaves to the store what the store shows; so triggers copy rows as they were. Programs that know nothing of the
// engine change rows too, which is why they are triggers.
//
// A migration keeps the triggers that still fit the table (see `ForeignTriggers`): these name the columns that they copy,
// so that a column which is added makes no difference. What they copy before the engine has seen the new columns lacks
// those. Where a column was removed or renamed, nothing is copied until then, and what was copied under the old name is
// not looked for under the new one: such rows are hidden without values that nobody has drained.

/// Copies of rows as they were before they were deleted, or before their unique value or parent was changed.
///
/// A shared space copies its own rows only, before any change: what is changed once a row is elsewhere is nothing for it.
struct RowImages {
  /// What happened to the rows.
  private enum Kind: String, CaseIterable {
    case deleted, former
  }

  private let transaction: ReplicationTransaction
  private let place: SpacePlace
  private var prefix: String { place.prefix }

  init(_ transaction: ReplicationTransaction, at place: SpacePlace) {
    self.transaction = transaction
    self.place = place
  }

  /// The values of deleted rows; of those that are not known there are none.
  func deletedValues(of keys: [Int64], _ entity: String) throws -> [Int64: ReplicatedValues] {
    try values(of: keys, entity, .deleted)
  }

  /// The values that rows had before their unique value or their parent was changed; in a shared space before anything
  /// was.
  func formerValues(of keys: [Int64], _ entity: String) throws -> [Int64: ReplicatedValues] {
    try values(of: keys, entity, .former)
  }

  /// Removes the images of rows that were drained, or that the engine has written.
  func forgetFormerValues(of keys: some Collection<Int64>, _ entity: String) throws {
    guard !keys.isEmpty else { return }
    try transaction.run(
      "DELETE FROM \(quoted(tableName(.former, entity))) WHERE id IN (SELECT value FROM json_each(?))",
      [.text(SQLiteValue.jsonList(keys))])
  }

  /// Removes the images of rows that have been drained.
  func clear() throws {
    for entity in transaction.entities {
      for kind in Kind.allCases { try transaction.run("DELETE FROM \(quoted(tableName(kind, entity.name)))") }
    }
  }

  private func values(of keys: [Int64], _ entity: String, _ kind: Kind) throws -> [Int64: ReplicatedValues] {
    let known = try columns(kind, entity)
    guard !known.isEmpty else { return [:] }
    return try transaction.values(
      of: keys, entity, in: quoted(tableName(kind, entity)), columns: known, unknown: Self.unknown)
  }

  // MARK: - Tables and triggers

  /// Makes sure that rows of an entity are copied.
  func keep(_ entity: ReplicatedEntity) throws {
    let (table, columns) = try transaction.sqlNames(of: entity.name)
    for kind in Kind.allCases { try prepare(kind, entity.name, columns) }
    let (names, old) = (
      (["id"] + columns).joined(separator: ", "), (["id"] + columns).map { "OLD.\($0)" }.joined(separator: ", ")
    )
    try setTrigger(
      .deleted, entity.name,
      """
      AFTER DELETE ON \(table)\(place.isShared ? " WHEN \(isShown(entity.name))" : "") BEGIN \
      INSERT OR REPLACE INTO \(quoted(tableName(.deleted, entity.name)))(\(names)) VALUES(\(old)); END
      """)
    let decisive = try transaction.sqlNames(
      of: entity.name, [entity.uniqueAttribute, entity.parent].compactMap(\.self)
    )
    .columns
    let former = quoted(tableName(.former, entity.name))
    let event: String
    if place.isShared {
      event = "AFTER UPDATE ON \(table) WHEN \(isShown(entity.name))"
    } else {
      let isOther = decisive.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
      event = "AFTER UPDATE OF \(decisive.joined(separator: ", ")) ON \(table) WHEN \(isOther)"
    }
    // The first image counts. OR IGNORE would not do: the policy of the statement that fires the trigger overrides it.
    // Source: https://www.sqlite.org/lang_createtrigger.html
    try setTrigger(
      .former, entity.name,
      decisive.isEmpty && !place.isShared
        ? nil
        : """
        \(event) BEGIN \
        INSERT INTO \(former)(\(names)) \
        SELECT \(old) WHERE NOT EXISTS (SELECT 1 FROM \(former) WHERE id = OLD.id); END
        """)
  }

  /// The condition of a trigger that the ledger has the row as one of the space.
  private func isShown(_ entity: String) -> String {
    """
    EXISTS (SELECT 1 FROM \(prefix)_row known JOIN \(prefix)_name name ON name.id = known.entity \
    WHERE known.key = OLD.id AND name.name = '\(entity)' AND known.shown)
    """
  }

  /// Makes a trigger the one that is wanted.
  ///
  /// - Parameter body: what follows the name; nil for no trigger.
  private func setTrigger(_ kind: Kind, _ entity: String, _ body: String?) throws {
    let name = tableName(kind, entity) + ".trigger"
    let wanted = body.map { "CREATE TRIGGER \(quoted(name)) \($0)" }
    let present = try transaction.rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?", [.text(name)]
    ) { $0[0].text }.first
    guard present != wanted else { return }
    if present != nil { try transaction.execute("DROP TRIGGER \(quoted(name))") }
    if let wanted { try transaction.execute(wanted) }
  }

  /// Makes the table of an image, or gives it the columns that rows have now; what is in it stays.
  private func prepare(_ kind: Kind, _ entity: String, _ columns: [String]) throws {
    let table = quoted(tableName(kind, entity))
    let known = try self.columns(kind, entity)
    guard !columns.allSatisfy({ known.contains($0.lowercased()) }) else { return }
    guard !known.isEmpty else {
      return try transaction.execute(
        "CREATE TABLE \(table)(id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))")
    }
    for column in columns where !known.contains(column.lowercased()) {
      try transaction.execute("ALTER TABLE \(table) ADD COLUMN \(column) DEFAULT \(Self.unknownLiteral)")
    }
  }

  /// The columns that an image has, quoted and in lower case, as SQLite compares them; none if there is no table.
  private func columns(_ kind: Kind, _ entity: String) throws -> Set<String> {
    Set(
      try transaction.rows("SELECT name FROM pragma_table_info(?)", [.text(tableName(kind, entity))]) {
        quoted($0[0].text).lowercased()
      })
  }

  private func tableName(_ kind: Kind, _ entity: String) -> String { "\(prefix)_\(kind.rawValue).\(entity)" }

  /// What stands in a column that was added after a row was copied: its value is not known, which null would deny.
  private static let unknownBytes = Array("openswiftdatasync:unknown".utf8)
  private static let unknown = SQLiteValue.blob(bytes: unknownBytes)
  /// A column that is added takes a literal only (https://www.sqlite.org/lang_altertable.html#alter_table_add_column).
  private static let unknownLiteral =
    "x'\(unknownBytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
}

/// A name as SQL has it.
func quoted(_ name: String) -> String {
  "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
}
