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
    for (old, new) in renames {
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

  private var renames: [(String, String)] {
    difference.attributes.filter(\.isRenamed).flatMap { change in
      zip(change.old?.columnNames ?? [], change.new.columnNames).filter { $0 != $1 }
    }
  }
}
