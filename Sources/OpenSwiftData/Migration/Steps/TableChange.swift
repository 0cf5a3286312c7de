/// Renames, adds and drops columns of a table in place (https://www.sqlite.org/lang_altertable.html).
struct TableAlteration {
  let difference: EntityDifference
  let table: EntityTable

  func run(on connection: Connection) throws {
    let table = SQL.quoted(difference.name)
    if difference.dropsClasses { try connection.execute("ALTER TABLE \(table) DROP COLUMN \(EntityTable.classColumn)") }
    for column in difference.removed.flatMap(\.columnNames) + difference.droppedRelationColumns {
      try connection.execute("ALTER TABLE \(table) DROP COLUMN \(SQL.quoted(column))")
    }
    for (old, new) in stepwiseRenames {
      try connection.execute("ALTER TABLE \(table) RENAME COLUMN \(SQL.quoted(old)) TO \(SQL.quoted(new))")
    }
    if difference.addsClasses {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(self.table.classColumnDefinition)")
    }
    for column in difference.attributes.filter({ $0.old == nil }).flatMap(\.new.columns) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(SQL.quoted(column.name)) \(column.type)")
    }
    for column in difference.addedRelationColumns {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(SQL.quoted(column)) INTEGER")
    }
  }

  /// The renames, by way of temporary names if a column gets the name of another renamed one.
  private var stepwiseRenames: [(String, String)] {
    let renames = renames
    let given = Set(renames.map { $0.0.lowercased() })
    guard renames.contains(where: { given.contains($0.1.lowercased()) }) else { return renames }
    let between = renames.indices.map { "openswiftdata_renamed_\($0)" }
    return zip(renames, between).map { ($0.0, $1) } + zip(renames, between).map { ($1, $0.1) }
  }

  private var renames: [(String, String)] {
    difference.attributes.filter(\.isRenamed).flatMap { change in
      zip(change.old?.columnNames ?? [], change.new.columnNames).filter { $0 != $1 }
    }
  }
}

/// Moves the rows of a table into a new one with other columns; their keys stay the same.
///
/// Source: https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
struct TableRebuild {
  let difference: EntityDifference
  let table: EntityTable
  let isFollowedByCode: Bool
  let failure: MigrationFailure
  let progress: WorkProgress?

  private var oldTable: String { SQL.quoted("openswiftdata_old_\(difference.name)") }

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

  /// The changes with their properties and the classes that declare these.
  private var attributes: [(change: AttributeChange, property: ModelProperty, owner: EntityTable)] {
    let owners = Dictionary(
      ([table] + table.subtables).flatMap { owner in owner.properties.own.map { ($0.storedName, ($0, owner)) } },
      uniquingKeysWith: { first, _ in first })
    return difference.attributes.compactMap { change in owners[change.new.name].map { (change, $0, $1) } }
  }

  private func move(_ columns: [MovedAttribute], on connection: Connection) throws {
    let classes = difference.old.subclasses == nil || difference.dropsClasses ? [] : [EntityTable.classColumn]
    let unchanged = [EntityTable.keyColumn] + classes + difference.keptRelationColumns.map(SQL.quoted)
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

  /// Continues the old sequence of keys, so that no key is used again (https://www.sqlite.org/autoinc.html).
  private func keepSequence(on connection: Connection) throws {
    let (new, old) = (difference.name, "openswiftdata_old_\(difference.name)")
    try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(new)])
    try connection.run(
      "INSERT INTO sqlite_sequence(name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
      [.text(new), .text(old)])
  }
}

/// Drops and creates the indexes of a table while it is changed.
struct TableIndexes {
  let table: EntityTable
  let failure: MigrationFailure

  func drop(on connection: Connection) throws {
    for index in try existing(on: connection) { try connection.execute("DROP INDEX \(SQL.quoted(index))") }
  }

  /// Creates the missing indexes.
  ///
  /// - Parameter allowingDuplicates: whether a constraint that does not hold yet is left out for now.
  /// - Throws: `StoreError` that names the entity, the properties and the number of duplicates.
  func createMissing(on connection: Connection, allowingDuplicates: Bool, _ progress: WorkProgress? = nil) throws {
    let waiting = try table.uniqueConstraints
      .filter { try hasDuplicates($0.columns, $0.condition, on: connection, mayWait: allowingDuplicates) }.map(\.sql)
    let possible = table.indexSQL.filter { !waiting.contains($0) }
    progress?.begin(.indexing, total: possible.count)
    for sql in possible {
      try connection.execute(sql)
      progress?.advance()
    }
  }

  private func existing(on connection: Connection) throws -> [String] {
    try connection.texts(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [.text(table.properties.entityName)])
  }

  private func hasDuplicates(
    _ properties: [String], _ condition: String?, on connection: Connection, mayWait: Bool
  ) throws -> Bool {
    let columns = properties.map { SQL.quoted(EntityTable.columnName($0)) }
    let isThere = (columns.map { "\($0) IS NOT NULL" } + [condition].compactMap(\.self)).joined(separator: " AND ")
    let list = columns.joined(separator: ", ")
    let count = try connection.integer(
      """
      SELECT coalesce(sum(extra), 0) FROM
      (SELECT count(*) - 1 AS extra FROM \(table.name) WHERE \(isThere) GROUP BY \(list) HAVING count(*) > 1)
      """)
    guard count > 0 else { return false }
    guard !mayWait else { return true }
    let name = properties.map { "\(table.properties.entityName).\($0)" }.joined(separator: ", ")
    throw failure.mismatch(
      "\(name) must be unique now, but \(count) more \(count == 1 ? "row has" : "rows have") a value that another row "
        + "has: make them differ, or delete them, in a custom migration stage.")
  }
}
