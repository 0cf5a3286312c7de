extension SaveTransaction {
  /// Takes rows out of the branches of owners that they do not lead to, see `SharedInverse`.
  ///
  /// A context writes all ends alike; but each end is stored by itself, so what others saved meanwhile, or what a merge
  /// policy left out, can stand against it. Then the row's own column counts.
  mutating func settleSharedInverses(of models: [any PersistentModel]) throws {
    guard context.store.schema.hasSharedInverses else { return }
    var members: [ObjectIdentifier: (shared: SharedInverse, keys: Set<Int64>)] = [:]
    for model in models {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        guard let shared = relation.shared, !shared.center.isToMany else { continue }
        let keys = relation.property === shared.center ? [keyOfRow(model)] : targets(of: model, relation)
        members[ObjectIdentifier(shared), default: (shared, [])].keys.formUnion(keys)
      }
    }
    for (shared, keys) in members.values.sorted(by: { $0.shared.name < $1.shared.name }) where !keys.isEmpty {
      for relation in try branches(of: shared) { try settle(relation, shared, keys) }
    }
  }

  private func keyOfRow(_ model: any PersistentModel) -> Int64 {
    model._$record.key > 0 ? model._$record.key : model._$record.keyInSave
  }

  private func targets(of model: any PersistentModel, _ relation: Relation) -> [Int64] {
    model._$record.relation(relation.property).keys.compactMap {
      $0 > 0 ? $0 : context.keyInSave(of: $0, relation.property.target)
    }
  }

  private func branches(of shared: SharedInverse) throws -> [Relation] {
    try context.store.table(for: shared.center.target).hierarchy.relations.filter { $0.shared === shared }
      .filter { $0.property !== shared.center }
  }

  private mutating func settle(_ branch: Relation, _ shared: SharedInverse, _ keys: Set<Int64>) throws {
    let storage = RelationshipStorage(branch)
    let (table, owner, target) = (
      EntityTable.quoted(storage.table), EntityTable.quoted(storage.owner), EntityTable.quoted(storage.target)
    )
    let pairs = try connection.rows(
      """
      SELECT pair.\(owner), pair.\(target) FROM \(table) AS pair
      JOIN \(EntityTable.quoted(shared.centerOwner.tableName)) AS member ON member.id = pair.\(target)
      WHERE pair.\(target) IN (SELECT value FROM json_each(?))
      AND member.\(EntityTable.column(shared.center)) IS NOT pair.\(owner)
      """, [.text(SQLiteValue.jsonList(keys.sorted()))]
    ) { (owner: $0.integer(0), target: $0.integer(1)) }
    guard !pairs.isEmpty, let entity = context.store.identity(of: branch.owner.modelType) else { return }
    let removal =
      storage.isJoinTable
      ? "DELETE FROM \(table) WHERE \(owner) = ? AND \(target) = ?"
      : "UPDATE \(table) SET \(target) = NULL WHERE \(owner) = ? AND \(target) = ?"
    for pair in pairs {
      try connection.run(removal, [.integer(pair.owner), .integer(pair.target)])
      changes.append(.update, entity, pair.owner, properties: [branch.property.storedName])
      consequences.append(.update, entity, pair.owner, properties: [branch.property.storedName])
    }
  }
}
