/// Looks for rows with a value that an enumeration of the new schema has no case for.
///
/// A case that is gone leaves no trace in a type's name; without a look at the rows each fetch of them would fail.
struct KnownValues {
  let schema: Schema
  let failure: MigrationFailure

  /// - Throws: `StoreError` that names entity, property, value and row.
  func check(on connection: Connection) throws {
    for entity in schema.entities {
      for property in entity.properties.stored {
        guard let values = property.knownValues else { continue }
        try check(property, of: entity.name, values, on: connection)
      }
    }
  }

  private func check(
    _ property: ModelProperty, of entity: String, _ values: [SQLiteValue], on connection: Connection
  ) throws {
    let (column, table) = (EntityTable.column(property), EntityTable.quoted(entity))
    let list = values.map { _ in "?" }.joined(separator: ", ")
    // A type may read more than it has cases for, as what later versions add.
    let odd = try connection.rows(
      "SELECT \(column), count(*), min(id) FROM \(table) WHERE \(column) NOT IN (\(list)) GROUP BY \(column)", values
    ) { (value: $0.value(0), count: $0.integer(1), first: $0.integer(2)) }
    .filter { (try? property.value(from: $0.value)) == nil }
    guard let first = odd.map(\.first).min() else { return }
    throw mismatch("\(entity).\(property.name)", property, count: odd.map(\.count).reduce(0, +), first: first)
  }

  private func mismatch(_ name: String, _ property: ModelProperty, count: Int64, first: Int64) -> StoreError {
    failure.mismatch(
      "\(name): \(count) \(count == 1 ? "row has" : "rows have") a value that "
        + "\(property.valueTypeName ?? "the enumeration") has no case for, the first is row \(first): keep the case, or "
        + "give the rows another one in a custom migration stage.")
  }
}
