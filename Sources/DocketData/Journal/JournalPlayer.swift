import Foundation
import SwiftData

/// Applies the changes of a step, if all rows are as the step expects.
///
/// Runs inside an exclusive transaction, which is rolled back if an obstacle is thrown.
struct JournalPlayer {
  /// Whether a step is undone or redone.
  enum Direction: Hashable {
    /// Rows that the step inserted are deleted, unless others use them by now.
    case undo
    /// Rows that the step deleted are deleted again.
    case redo
  }

  let context: ModelContext
  let direction: Direction

  /// Applies changes.
  ///
  /// - Throws: `JournalObstacle` for the first row that is not as expected.
  func play(_ changes: JournalChanges) throws {
    WorkProgress.current?.expect(changes.rowCount)
    for batch in changes.inPlayingOrder { try apply(batch, batch.entity.model, of: changes) }
  }

  private func apply<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type, of step: JournalChanges) throws {
    switch batch.kind {
    case .insert: try insert(batch, type, of: step)
    case .update: for part in batch.partsWithDistinctKeys { try update(part, type, of: step) }
    case .delete: try delete(batch, type)
    }
  }

  // MARK: - Insertions

  private func insert<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type, of step: JournalChanges) throws {
    let present = try JournalRows<Model>(batch.keys, batch.fields, in: context)
    try expectOnlyWhatWasKept(present, batch)
    let known = Set(present.keys)
    if let key = try batch.filter({ !known.contains(batch.keys[$0]) }).insert(type, of: step, in: context) {
      throw batch.obstacle(key, .present)
    }
  }

  /// A row that stayed when the step was undone, because others used it, is no obstacle.
  private func expectOnlyWhatWasKept<Model: Journaled>(_ present: JournalRows<Model>, _ batch: JournalBatch) throws {
    guard let first = present.keys.first else { return }
    guard Model.isShared else { throw batch.obstacle(first, .present) }
    let indexes = Dictionary(zip(batch.keys, batch.keys.indices), uniquingKeysWith: { $1 })
    for (row, key) in present.keys.enumerated() {
      guard let index = indexes[key], present.values(row) == batch.row(index, of: batch.after) else {
        throw batch.obstacle(key, .present)
      }
    }
  }

  // MARK: - Updates

  private func update<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type, of step: JournalChanges) throws {
    if let named = type as? any Named.Type { try refuseTakenNames(batch, named) }
    let rows = try JournalRows<Model>(batch.keys, batch.fields, in: context)
    if let missing = rows.missing { throw batch.obstacle(missing, .gone) }
    var batch = batch
    for (index, field) in batch.fields.enumerated() where rows.columns[index] != batch.before[index] {
      // A later change of another field has set the update time; that is no obstacle, and stays.
      if field == .timestamp, batch.fields.count > 1 {
        batch.setColumn(
          index,
          batch.keys.indices.map {
            rows.columns[index][$0] == batch.before[index][$0] ? batch.after[index][$0] : rows.columns[index][$0]
          })
      } else {
        throw batch.obstacle(changed: field, index, rows.columns)
      }
    }
    try batch.update(type, of: step, in: context)
  }

  /// A name can't be restored if another row has it by now.
  private func refuseTakenNames<Model: Named>(_ batch: JournalBatch, _: Model.Type) throws {
    guard let column = batch.fields.firstIndex(of: .name) else { return }
    let names = batch.after[column].compactMap(\.text).map { TagName.key(of: $0) }
    let owners = try context.fetchIdentifiers(FetchDescriptor<Model>(predicate: Model.having(keys: names)))
    guard let other = owners.compactMap(\.primaryKey).first(where: { !batch.keys.contains($0) }) else { return }
    throw batch.obstacle(other, .nameTaken)
  }

  // MARK: - Deletions

  private func delete<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type) throws {
    let rows = try JournalRows<Model>(batch.keys, batch.fields, in: context)
    if let missing = rows.missing { throw batch.obstacle(missing, .gone) }
    let kept = Model.isShared ? try keysInUse(batch, type) : []
    let unused = batch.filter { !kept.contains(batch.keys[$0]) }
    for (index, field) in batch.fields.enumerated() where rows.columns[index] != batch.before[index] {
      for (row, key) in batch.keys.enumerated()
      where rows.columns[index][row] != batch.before[index][row] && !kept.contains(key) {
        throw batch.obstacle(key, .changed(field))
      }
    }
    if type == Item.self {
      try refuseNewSubitems(unused)
      // A step that deleted the rows knows what they blocked.
      if !batch.fields.contains(.blocked) { try refuseBlocked(unused) }
    }
    try unused.delete(type, in: context)
  }

  /// The rows that items use.
  ///
  /// - Throws: `JournalObstacle` if that must not be: a row that the step inserted stays for others, but one that it
  ///   deleted must be unused.
  private func keysInUse<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type) throws -> Set<Int64> {
    var kept: Set<Int64> = []
    for (key, row) in zip(batch.keys, try batch.identifiers(of: type, in: context)) {
      var users = FetchDescriptor<Item>(predicate: Model.users(of: row))
      users.fetchLimit = 1
      guard let user = try context.fetchIdentifiers(users).first?.primaryKey else { continue }
      guard direction == .undo else {
        let name = try context.fetchModel(for: row).map { (model: Model) in model.journalValues([.name]) }
        throw JournalObstacle(
          entity: .item, key: user, kind: .uses(batch.entity, name: name?.first?.text ?? ""))
      }
      kept.insert(key)
    }
    return kept
  }

  private func refuseNewSubitems(_ batch: JournalBatch) throws {
    let known = Set(try batch.identifiers(of: Item.self, in: context))
    let rows = try context.execute(BatchFetch<Item>(known).returning(\.subitems))
    for (item, subitems) in zip(rows.identifiers, try rows.returned(\.subitems)) {
      guard let first = subitems.first(where: { !known.contains($0) })?.primaryKey else { continue }
      throw batch.obstacle(item.primaryKey ?? 0, .subitems(first: first))
    }
  }

  private func refuseBlocked(_ batch: JournalBatch) throws {
    let known = Set(try batch.identifiers(of: Item.self, in: context))
    let rows = try context.execute(BatchFetch<Item>(known).returning(\.blocked))
    for (item, blocked) in zip(rows.identifiers, try rows.returned(\.blocked)) {
      guard let first = blocked.first(where: { !known.contains($0) })?.primaryKey else { continue }
      throw batch.obstacle(item.primaryKey ?? 0, .blocks(first: first))
    }
  }
}

extension JournalBatch {
  fileprivate func obstacle(_ key: Int64, _ kind: JournalObstacle.Kind) -> JournalObstacle {
    JournalObstacle(entity: entity, key: key, kind: kind)
  }

  /// The obstacle of the first row whose field is not as expected.
  fileprivate func obstacle(
    changed field: JournalField, _ index: Int, _ present: [[JournalValue]]
  ) -> JournalObstacle {
    let row = keys.indices.first { present[index][$0] != before[index][$0] }
    return obstacle(row.map { keys[$0] } ?? 0, .changed(field))
  }
}
