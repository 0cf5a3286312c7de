/// Renames, adds and drops columns where they stand.
///
/// Source: https://www.sqlite.org/lang_altertable.html
struct TableAlteration {
  let difference: EntityDifference
  let table: EntityTable

  func run(on connection: Connection) throws {
    let table = EntityTable.quoted(difference.name)
    if difference.dropsClasses { try connection.execute("ALTER TABLE \(table) DROP COLUMN \(EntityTable.classColumn)") }
    for column in difference.removed.flatMap(\.columnNames) + difference.droppedRelationColumns {
      try connection.execute("ALTER TABLE \(table) DROP COLUMN \(EntityTable.quoted(column))")
    }
    for (old, new) in stepwiseRenames {
      try connection.execute(
        "ALTER TABLE \(table) RENAME COLUMN \(EntityTable.quoted(old)) TO \(EntityTable.quoted(new))")
    }
    if difference.addsClasses {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(self.table.classColumnDefinition)")
    }
    for column in difference.attributes.filter({ $0.old == nil }).flatMap(\.new.columns) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(EntityTable.quoted(column.name)) \(column.type)")
    }
    for column in difference.addedRelationColumns {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(EntityTable.quoted(column)) INTEGER")
    }
  }

  /// The renames, by way of other names where one column gets the name of another that is renamed too.
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
