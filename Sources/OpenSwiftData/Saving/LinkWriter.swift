/// Writes the pairs of the relationships that have a table of their own.
struct LinkWriter {
  private let plan: SavePlan
  private let connection: Connection
  private var ends = LinkEnds()
  /// By the relationships that they write.
  private var tables: [ObjectIdentifier: PairTable] = [:]

  init(_ plan: SavePlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  mutating func write(_ announcements: inout SaveAnnouncements) throws {
    for model in plan.related where !plan.accepted.contains(ObjectIdentifier(model)) {
      let entity = try plan.store.table(for: type(of: model))
      for relation in entity.relations where relation.isWritten(of: model) {
        guard case .joinTable(let join) = relation.storage else { continue }
        let identity = ObjectIdentifier(relation.property)
        let table = tables[identity] ?? PairTable(relation, join, connection)
        tables[identity] = table
        try write(table, of: model, plan.writtenKey(of: model, entity), &announcements)
      }
    }
  }

  private mutating func write(
    _ table: PairTable, of model: any PersistentModel, _ owner: Int64, _ announcements: inout SaveAnnouncements
  ) throws {
    let (record, relation) = (model._$record, table.relation)
    let old = record.originalList(relation.slot) ?? []
    let keys = record.relation(relation.property).keys
    // A negative key may be left of a new model that was deleted again.
    let new = keys.filter { plan.storedKey(of: $0, relation) != nil }
    guard !old.isEmpty || !new.isEmpty else { return }
    announcements.noteLimits(relation, of: owner)
    let (before, after) = (Set(old), Set(new))
    for target in old where !after.contains(target) {
      try table.remove(owner, target)
      announcements.noteList(relation, of: target)
    }
    for target in new where !before.contains(target) {
      guard let key = plan.storedKey(of: target, relation) else { continue }
      try table.add(owner, key, &ends)
      // A new row is announced as a whole.
      if target > 0 { announcements.noteList(relation, of: key) }
    }
    if case .rearranged = ListOrder(from: old, to: new) {
      try table.order(owner, new.compactMap { plan.storedKey(of: $0, relation) }, &ends)
    }
  }
}
