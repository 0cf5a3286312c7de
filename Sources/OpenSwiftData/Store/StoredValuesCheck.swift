/// Looks for values that the models can't read, as another program may have written them: each fetch of such a row fails.
struct StoredValuesCheck {
  private let tables: [EntityTable]
  private let connection: Connection

  /// What can't be read of a row.
  private struct UnreadableRow {
    let table: EntityTable
    let key: Int64
    /// None, if the class of the row is unknown.
    var properties: [ModelProperty] = []
    var errors: [SwiftDataError] = []
  }

  /// - Parameter tables: those of whole hierarchies.
  init(_ tables: [EntityTable], on connection: Connection) {
    self.tables = tables
    self.connection = connection
  }

  /// A phrase for each value.
  ///
  /// - Parameter limit: how many rows at most.
  /// - Complexity: linear in the size of all rows, with the files of large values.
  func problems(limit: Int) throws -> [String] {
    try unreadableRows(limit: limit).flatMap { row in
      row.errors.map { error in
        let sentence = error.explanation
        return "row \(row.key), \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)"
      }
    }
  }

  /// Gives such properties the values that new models have; deletes a row that this is impossible for.
  ///
  /// - Returns: the number of values.
  /// - Complexity: that of `problems`.
  func replaceAll() throws -> Int {
    let rows = try unreadableRows(limit: .max)
    for row in rows where try !replace(row) {
      try connection.run("DELETE FROM \(row.table.name) WHERE \(EntityTable.keyColumn) = ?", [.integer(row.key)])
    }
    return rows.reduce(0) { $0 + $1.errors.count }
  }

  /// - Returns: false if a property has no such value, or another row has the same unique one.
  private func replace(_ row: UnreadableRow) throws -> Bool {
    guard !row.properties.isEmpty else { return false }
    let model = row.table.properties.makeFault()
    do {
      for property in row.properties {
        property.loadPlaceholder(into: model)
        let columns = property.columns.map { "\(EntityTable.column($0)) = ?" }.joined(separator: ", ")
        try connection.run(
          "UPDATE \(row.table.name) SET \(columns) WHERE \(EntityTable.keyColumn) = ?",
          property.columnValues(in: model) + [.integer(row.key)])
      }
      return true
    } catch is SwiftDataError {
      return false
    } catch let error as SQLiteError where error.isUniqueViolation {
      return false
    }
  }

  private func unreadableRows(limit: Int) throws -> [UnreadableRow] {
    var found: [UnreadableRow] = []
    for table in tables {
      let rows = try connection.statement("SELECT \(table.everything.sql) FROM \(table.name)")
      defer { rows.reset() }
      while found.count < limit, try rows.step() {
        let row = try unreadablePart(of: rows, table)
        if !row.errors.isEmpty { found.append(row) }
      }
    }
    return found
  }

  private func unreadablePart(of row: Statement, _ root: EntityTable) throws -> UnreadableRow {
    let key = row.integer(0)
    let (table, columns): (EntityTable, ColumnSelection)
    do {
      (table, columns) = try root.everything.resolved(of: row, root)
    } catch let error as SwiftDataError {
      return UnreadableRow(table: root, key: key, errors: [error])
    }
    var unreadable = UnreadableRow(table: table, key: key)
    let model = table.properties.makeFault()
    var reader = ColumnReader(statement: row, column: 0)
    try columns.forEachPlace { property, column in
      reader.move(to: column)
      do {
        try property.load(into: model, from: reader)
      } catch let error as SwiftDataError {
        unreadable.properties.append(property)
        unreadable.errors.append(error)
      }
    }
    return unreadable
  }
}
