/// Removes rows from branches of owners that they do not refer to, see `SharedInverse`.
///
/// Each end is stored by itself, so what others saved meanwhile, or what a merge policy left out, can contradict it.
/// Then the row's own column counts.
struct SharedInverseRows {
  private let plan: SavePlan
  private let connection: Connection

  init(_ plan: SavePlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  func settle(_ announcements: inout SaveAnnouncements) throws {
    guard plan.store.schema.hasSharedInverses else { return }
    var members: [ObjectIdentifier: (shared: SharedInverse, keys: Set<Int64>)] = [:]
    for model in plan.related {
      let table = try plan.store.table(for: type(of: model))
      for relation in table.relations where relation.isWritten(of: model) {
        guard let shared = relation.shared, !shared.center.isToMany else { continue }
        let isCenter = relation.property === shared.center
        let keys = isCenter ? [plan.writtenKey(of: model, table)] : targets(of: model, relation)
        members[ObjectIdentifier(shared), default: (shared, [])].keys.formUnion(keys)
      }
    }
    for (shared, keys) in members.values.sorted(by: { $0.shared.name < $1.shared.name }) where !keys.isEmpty {
      for branch in try branches(of: shared) { try settle(branch, shared, keys, &announcements) }
    }
  }

  private func targets(of model: any PersistentModel, _ relation: Relation) -> [Int64] {
    model._$record.relation(relation.property).keys.compactMap { plan.storedKey(of: $0, relation) }
  }

  private func branches(of shared: SharedInverse) throws -> [Relation] {
    try plan.store.table(for: shared.center.target).hierarchy.relations.filter { $0.shared === shared }
      .filter { $0.property !== shared.center }
  }

  private func settle(
    _ branch: Relation, _ shared: SharedInverse, _ keys: Set<Int64>, _ announcements: inout SaveAnnouncements
  ) throws {
    let storage = RelationshipStorage(branch)
    let (table, owner, target) = (
      SQL.quoted(storage.table), SQL.quoted(storage.owner), SQL.quoted(storage.target)
    )
    let pairs = try connection.rows(
      """
      SELECT pair.\(owner), pair.\(target) FROM \(table) AS pair
      JOIN \(SQL.quoted(shared.centerOwner.tableName)) AS member ON member.id = pair.\(target)
      WHERE pair.\(target) IN (SELECT value FROM json_each(?))
      AND member.\(EntityTable.column(shared.center)) IS NOT pair.\(owner)
      """, [.text(SQLiteValue.jsonList(keys.sorted()))]
    ) { (owner: $0.integer(0), target: $0.integer(1)) }
    guard !pairs.isEmpty, let entity = plan.store.identity(of: branch.owner.modelType) else { return }
    let removal =
      storage.isJoinTable
      ? "DELETE FROM \(table) WHERE \(owner) = ? AND \(target) = ?"
      : "UPDATE \(table) SET \(target) = NULL WHERE \(owner) = ? AND \(target) = ?"
    for pair in pairs {
      try connection.run(removal, [.integer(pair.owner), .integer(pair.target)])
      announcements.noteCascadedUpdate(entity, pair.owner, branch.property)
    }
  }
}
