extension SaveTransaction {
  /// Writes the pairs of relationships that have a table of their own.
  mutating func writeLinks(of models: [any PersistentModel]) throws {
    var writers: [ObjectIdentifier: LinkWriter] = [:]
    for model in models where !accepted.contains(ObjectIdentifier(model)) {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        guard case .joinTable(let join) = relation.storage else { continue }
        let identity = ObjectIdentifier(relation.property)
        let writer = writers[identity] ?? LinkWriter(relation, join, context, connection)
        writers[identity] = writer
        try writeLinks(writer, of: model)
      }
    }
  }

  private mutating func writeLinks(_ writer: LinkWriter, of model: any PersistentModel) throws {
    let record = model._$record
    let owner = record.key > 0 ? record.key : record.keyInSave
    let old = record.originalLists[writer.relation.slot] ?? []
    // A new model that was deleted again before this save leaves its key behind in lists that it does not know of.
    let new = record.relation(writer.relation.property).keys.filter { writer.stored($0) != nil }
    guard !old.isEmpty || !new.isEmpty else { return }
    limitedLists.note(writer.relation, of: owner)
    let (before, after) = (Set(old), Set(new))
    for target in old where !after.contains(target) {
      try writer.remove(owner, target)
      announceList(writer.relation, of: target)
    }
    for target in new where !before.contains(target) {
      try writer.add(owner, target, &linkEnds)
      announceList(writer.relation, of: target)
    }
    if case .rearranged = ListOrder(from: old, to: new) { try writer.order(owner, new, &linkEnds) }
  }
}
