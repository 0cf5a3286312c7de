extension ModelContext {
  /// Reads what some relationships of models lead to: one query for the keys, one for the rows.
  func prefetch(
    _ properties: [RelationshipProperty], for models: [any PersistentModel], _ table: EntityTable,
    on connection: Connection
  ) throws {
    guard !models.isEmpty else { return }
    for property in properties {
      let relation = table.relations[property.ordinal]
      if relation.isToMany { readLists(relation, of: models) }
      let destination = try store.table(for: property.target)
      let keys = Set(models.flatMap { $0._$record.relation(property).keys }).filter { isMissing($0, destination) }
      guard !keys.isEmpty else { continue }
      var targets: [any PersistentModel] = []
      try forEachRow(keys.sorted(), destination, on: connection) { row in
        let target = try self.model(of: row, destination, destination.everything)
        self.held.hold(target)
        targets.append(target)
      }
      _ = noteSiblings(targets, destination)
    }
  }

  private func isMissing(_ key: Int64, _ table: EntityTable) -> Bool {
    key > 0 && identityMap.model(table.identity, key)?._$record.isFault ?? true
  }
}
