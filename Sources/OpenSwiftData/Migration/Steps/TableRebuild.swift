/// Moves the rows of a table into a new one with other columns; their keys stay.
///
/// Source: https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
struct TableRebuild {
  let difference: EntityDifference
  let table: EntityTable
  let isFollowedByCode: Bool
  let failure: MigrationFailure
  /// Is told of the rows.
  var progress: WorkProgress?

  private var oldTable: String { EntityTable.quoted("openswiftdata_old_\(difference.name)") }

  func run(on connection: Connection) throws {
    try connection.execute("ALTER TABLE \(table.name) RENAME TO \(oldTable)")
    try connection.execute(table.tableSQL)
    let columns = attributes.map { MovedAttribute($0.change, $0.property, of: $0.owner, from: oldTable, self) }
    for column in columns { try column.check(on: connection) }
    try move(columns, on: connection)
    try keepSequence(on: connection)
    try connection.execute("DROP TABLE \(oldTable)")
    for column in columns { try column.finish(on: connection) }
  }

  /// The changes with the properties that read and write their values.
  private var attributes: [(change: AttributeChange, property: ModelProperty, owner: EntityTable)] {
    let owners = Dictionary(
      ([table] + table.subtables).flatMap { owner in owner.properties.own.map { ($0.storedName, ($0, owner)) } },
      uniquingKeysWith: { first, _ in first })
    return difference.attributes.compactMap { change in
      owners[change.new.name].map { (change, $0, $1) }
    }
  }

  private func move(_ columns: [MovedAttribute], on connection: Connection) throws {
    let classes = difference.old.subclasses == nil || difference.dropsClasses ? [] : [EntityTable.classColumn]
    let unchanged = [EntityTable.keyColumn] + classes + difference.keptRelationColumns.map(EntityTable.quoted)
    let names = unchanged + columns.flatMap(\.columns)
    var parameter: Int32 = 1
    var values = unchanged
    for column in columns { values += column.values(&parameter) }
    let statement = try connection.statement(
      "INSERT INTO \(table.name)(\(names.joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(oldTable)")
    defer { statement.reset() }
    for column in columns { try column.bind(to: statement) }
    progress?.begin(.converting, total: Int(try connection.integer("SELECT count(*) FROM \(oldTable)")))
    _ = try connection.countingInsertions(for: progress) { try statement.step() }
  }

  /// Keys that were given out once are not given out again.
  ///
  /// Source: https://www.sqlite.org/autoinc.html
  private func keepSequence(on connection: Connection) throws {
    let (new, old) = (difference.name, "openswiftdata_old_\(difference.name)")
    try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(new)])
    try connection.run(
      "INSERT INTO sqlite_sequence(name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
      [.text(new), .text(old)])
  }
}
