/// Makes snapshots of the rows of a store.
struct RowSnapshots {
  let store: SQLiteStore
  let connection: Connection
  /// Identifiers to use for rows that have another one outside.
  var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]

  init(_ store: SQLiteStore, on connection: Connection) {
    self.store = store
    self.connection = connection
  }

  /// The snapshot of a row, with the properties of its class, or nil if there is none.
  func snapshot(_ key: Int64, _ table: EntityTable) throws -> DefaultSnapshot? {
    let rows = try connection.rows(table.selectByKeySQL, [.integer(key)]) { row in
      let (table, columns) = try table.everything.resolved(of: row, table)
      return (table, try attributes(of: row, columns))
    }
    guard case (let table, var values)? = rows.first else { return nil }
    for relation in table.relations where relation.isToMany {
      guard let target = store.identity(of: relation.property.target) else { continue }
      let keys = try relation.lists(of: [key], on: connection)[key] ?? []
      values[relation.property.name] = .identifiers(keys.map { identifier(target, $0) })
    }
    return DefaultSnapshot(
      persistentIdentifier: identifier(table.identity, key), class: table.properties, values: values)
  }

  private func attributes(of row: Statement, _ columns: ColumnSelection) throws -> [String: SnapshotValue] {
    var values: [String: SnapshotValue] = [:]
    for place in columns.properties {
      values[place.property.name] = try value(
        of: place.property, ColumnReader(statement: row, column: place.column))
    }
    return values
  }

  private func value(of property: ModelProperty, _ column: ColumnReader) throws -> SnapshotValue {
    guard let relationship = property as? RelationshipProperty else {
      return .attribute(try property.encodedValue(in: column))
    }
    guard !column.isNull, let target = store.identity(of: relationship.target) else { return .attribute(.null) }
    return .identifier(identifier(target, column.integer))
  }

  private func identifier(_ entity: EntityIdentity, _ key: Int64) -> PersistentIdentifier {
    let own = PersistentIdentifier(entity: entity, key: key)
    return identifiers.isEmpty ? own : identifiers[own] ?? own
  }
}
