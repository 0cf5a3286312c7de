/// The indexes of a table while it is changed.
struct TableIndexes {
  let table: EntityTable
  let failure: MigrationFailure

  /// Drops all that were declared.
  func drop(on connection: Connection) throws {
    for index in try existing(on: connection) { try connection.execute("DROP INDEX \(EntityTable.quoted(index))") }
  }

  /// Creates those that are missing.
  ///
  /// - Parameters:
  ///   - allowingDuplicates: whether a constraint that does not hold yet may wait.
  ///   - progress: is told of the indexes.
  /// - Throws: `StoreError` that names the entity, the properties and the number of duplicates.
  func createMissing(
    on connection: Connection, allowingDuplicates: Bool, _ progress: WorkProgress? = nil
  ) throws {
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
    let columns = properties.map { EntityTable.quoted(EntityTable.columnName($0)) }
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
