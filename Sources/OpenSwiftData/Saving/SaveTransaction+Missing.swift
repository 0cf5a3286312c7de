extension SaveTransaction {
  /// Removes what this save wrote of references to rows that others deleted meanwhile.
  ///
  /// As if the rows had been deleted after the save: lists and optional relationships lose them, whatever their rule
  /// would take along, and a relationship that needs a model refuses the save.
  mutating func letGoOfMissingRows(leadingFrom models: [any PersistentModel]) throws {
    // The working copy of another store need not have all rows.
    guard context.store.copy == nil else { return }
    let missing = try missingTargets(of: models)
    metMissingRows = !missing.isEmpty
    for (table, keys) in missing.byTable { try letGo(of: keys, table, DoomedRows()) }
  }

  private func missingTargets(of models: [any PersistentModel]) throws -> DoomedRows {
    var wanted: [EntityIdentity: Set<Int64>] = [:]
    for model in models where !accepted.contains(ObjectIdentifier(model)) {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        let keys = model._$record.relation(relation.property).keys.filter { $0 > 0 }
        guard !keys.isEmpty, let entity = context.store.identity(of: relation.property.target) else { continue }
        wanted[entity, default: []].formUnion(keys)
      }
    }
    // Some may wait for deletions.
    for row in insertedKeys { wanted[row.entity]?.remove(row.key) }
    return try missing(wanted)
  }

  private func missing(_ wanted: [EntityIdentity: Set<Int64>]) throws -> DoomedRows {
    var missing = DoomedRows()
    for (entity, keys) in wanted where !keys.isEmpty {
      guard let table = context.store.table(for: entity) else { continue }
      let found = try connection.integers(
        """
        SELECT value FROM json_each(?) WHERE value NOT IN (SELECT \(EntityTable.keyColumn) FROM \(table.name))
        """, [.text(SQLiteValue.jsonList(keys))])
      missing.insert(found, table)
    }
    return missing
  }
}
