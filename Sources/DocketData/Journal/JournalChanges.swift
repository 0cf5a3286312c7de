/// Everything that one command did, in the order in which it has to be done again.
struct JournalChanges: Hashable, Sendable {
  var batches: [JournalBatch] = []

  /// How many rows were changed.
  var rowCount: Int { batches.reduce(0) { $0 + $1.keys.count } }

  var isEmpty: Bool { batches.isEmpty }

  /// The rows of a kind that got other values, and which of their fields did.
  func updates(of entity: JournalEntity) -> (keys: Set<Int64>, fields: Set<JournalField>) {
    let updates = batches.filter { $0.entity == entity && $0.kind == .update }
    return (Set(updates.lazy.flatMap(\.keys)), Set(updates.flatMap(\.fields)))
  }

  /// What undoes it, in the order in which that has to be done.
  var inverse: JournalChanges { JournalChanges(batches: batches.reversed().map(\.inverse)) }

  /// Adds a row to the batch of its like.
  mutating func append(
    _ entity: JournalEntity, _ kind: JournalBatch.Kind, _ fields: [JournalField], key: Int64,
    before: [JournalValue] = [], after: [JournalValue] = []
  ) {
    let isLike = { (batch: JournalBatch) in batch.entity == entity && batch.kind == kind && batch.fields == fields }
    if let last = batches.lastIndex(where: isLike) {
      batches[last].append(key, before: before, after: after)
    } else {
      var batch = JournalBatch(entity, kind, fields)
      batch.append(key, before: before, after: after)
      batches.append(batch)
    }
  }
}
