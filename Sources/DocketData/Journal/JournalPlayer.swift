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
    for batch in changes.batches where batch.kind == .insert {
      try apply(batch)
      try context.save()
    }
    // Inserted rows may refer to each other, so relationships are set when all are there.
    for batch in changes.batches where batch.kind == .insert { try relate(batch) }
    for batch in changes.batches where batch.kind == .update { try apply(batch) }
    for batch in changes.batches where batch.kind == .delete { try apply(batch) }
    try context.save()
  }

  private func apply(_ batch: JournalBatch) throws {
    switch batch.entity {
    case .item: try apply(batch, Item.self)
    case .tag: try apply(batch, ItemTag.self)
    case .list: try apply(batch, ItemList.self)
    case .filter: try apply(batch, SavedFilter.self)
    }
  }

  private func apply<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type) throws {
    switch batch.kind {
    case .insert: try insert(batch, type)
    case .update: try update(batch, type)
    case .delete: try delete(batch, type)
    }
  }

  private func relate(_ batch: JournalBatch) throws {
    guard batch.entity == .item else { return }
    let items: [Int64: Item] = try models(batch)
    for (index, key) in batch.keys.enumerated() {
      guard let item = items[key] else { continue }
      for (field, value) in zip(batch.fields, batch.row(index, of: batch.after))
      where field.isRelationship && !value.keys.isEmpty {
        item.setJournalValue(field, value, in: context)
      }
    }
  }

  private func insert<Model: Journaled>(_ batch: JournalBatch, _: Model.Type) throws {
    let present: [Int64: Model] = try models(batch)
    try expectOnlyWhatWasKept(present, batch)
    let missing = batch.keys.indices.filter { present[batch.keys[$0]] == nil }
    let made = try missing.map { try model(batch, $0) as Model }
    try refuseTwins(of: made, missing.map { batch.keys[$0] }, in: batch)
    for (model, index) in zip(made, missing) {
      context.insert(model, as: try context.container.identifier(of: Model.self, primaryKey: batch.keys[index]))
      try noteRow()
      for (field, value) in zip(batch.fields, batch.row(index, of: batch.after)) where !field.isRelationship {
        model.setJournalValue(field, value, in: context)
      }
    }
  }

  /// A row that stayed when the step was undone, because others used it, is no obstacle.
  private func expectOnlyWhatWasKept<Model: Journaled>(_ present: [Int64: Model], _ batch: JournalBatch) throws {
    guard !present.isEmpty else { return }
    for (index, key) in batch.keys.enumerated() {
      guard let model = present[key] else { continue }
      guard Model.isShared, model.journalValues(batch.fields) == batch.row(index, of: batch.after) else {
        throw batch.obstacle(key, .present)
      }
    }
  }

  private func model<Model: Journaled>(_ batch: JournalBatch, _ index: Int) throws -> Model {
    let values = zip(batch.fields, batch.row(index, of: batch.after))
    guard let model = Model.make(Dictionary(values, uniquingKeysWith: { $1 })) else { throw JournalError.damaged }
    return model
  }

  /// A row with the same unique value would be taken for the new one.
  ///
  /// All are looked up at once, before the first is inserted: a fetch searches everything that is not saved.
  private func refuseTwins<Model: Journaled>(of models: [Model], _ keys: [Int64], in batch: JournalBatch) throws {
    let taken = Set(try rows(having: models.map(\.uniqueValue), Model.self).map(\.uniqueValue))
    guard let index = models.firstIndex(where: { taken.contains($0.uniqueValue) }) else { return }
    throw batch.obstacle(keys[index], .present)
  }

  private func rows<Model: Journaled>(having values: [Model.UniqueValue], _: Model.Type) throws -> [Model] {
    values.isEmpty ? [] : try context.fetch(FetchDescriptor<Model>(predicate: Model.having(values)))
  }

  /// A name can't be restored if another row has it by now.
  private func refuseTakenNames<Model: Named>(_ batch: JournalBatch, _: Model.Type) throws {
    guard let column = batch.fields.firstIndex(of: .name) else { return }
    let names = batch.after[column].compactMap(\.text).map { TagName.key(of: $0) }
    let owners = try rows(having: names, Model.self).compactMap(\.persistentModelID.primaryKey)
    guard let other = owners.first(where: { !batch.keys.contains($0) }) else { return }
    throw batch.obstacle(other, .nameTaken)
  }

  private func update<Model: Journaled>(_ batch: JournalBatch, _ type: Model.Type) throws {
    if let named = type as? any Named.Type { try refuseTakenNames(batch, named) }
    let models: [Int64: Model] = try models(batch)
    for (index, key) in batch.keys.enumerated() {
      guard let model = models[key] else { throw batch.obstacle(key, .gone) }
      try noteRow()
      try set(batch, index, of: model, key)
    }
  }

  /// - Throws: `JournalObstacle` if the row is not as expected.
  private func set<Model: Journaled>(_ batch: JournalBatch, _ index: Int, of model: Model, _ key: Int64) throws {
    let (before, after) = (batch.row(index, of: batch.before), batch.row(index, of: batch.after))
    for (field, value) in zip(batch.fields, before) where model.journalValue(field) != value {
      // A later change of another field has set the update time; that is no obstacle, and stays.
      guard field == .timestamp, batch.fields.count > 1 else { throw batch.obstacle(key, .changed(field)) }
    }
    for (index, field) in batch.fields.enumerated() {
      if field == .timestamp, model.journalValue(field) != before[index] { continue }
      model.setJournalValue(field, after[index], in: context)
    }
  }

  private func delete<Model: Journaled>(_ batch: JournalBatch, _: Model.Type) throws {
    // Saved first, so that the step's own items do not count as users.
    if Model.isShared { try context.save() }
    let models: [Int64: Model] = try models(batch)
    let known = Set(batch.keys)
    var unused: [Model] = []
    for (index, key) in batch.keys.enumerated() {
      guard let model = models[key] else { throw batch.obstacle(key, .gone) }
      if let user = model.users.first {
        // A row that the step inserted stays for others, but one that it deleted must be unused.
        guard direction == .redo else { continue }
        throw batch.obstacle(to: model, user)
      }
      for (field, value) in zip(batch.fields, batch.row(index, of: batch.before))
      where model.journalValue(field) != value {
        throw batch.obstacle(key, .changed(field))
      }
      if let item = model as? Item, hasNewSubitems(item, besides: known) { throw batch.obstacle(key, .subitems) }
      try noteRow()
      unused.append(model)
    }
    for model in unused { context.delete(model) }
  }

  private func noteRow() throws {
    WorkProgress.current?.advance()
    try WorkProgress.current?.checkCancellation()
  }

  private func hasNewSubitems(_ item: Item, besides known: Set<Int64>) -> Bool {
    !item.subitems.compactMap(\.persistentModelID.primaryKey).allSatisfy(known.contains)
  }

  private func models<Model: Journaled>(_ batch: JournalBatch) throws -> [Int64: Model] {
    let ids = try batch.keys.map { try context.container.identifier(of: Model.self, primaryKey: $0) }
    var rows = FetchDescriptor<Model>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    rows.relationshipKeyPathsForPrefetching = Model.lists(batch.fields)
    let found = try context.fetch(rows)
    return Dictionary(found.map { ($0.persistentModelID.primaryKey ?? 0, $0) }, uniquingKeysWith: { $1 })
  }
}

extension JournalBatch {
  fileprivate func obstacle(_ key: Int64, _ kind: JournalObstacle.Kind) -> JournalObstacle {
    JournalObstacle(entity: entity, key: key, kind: kind)
  }

  fileprivate func obstacle(to model: some Journaled, _ user: Item) -> JournalObstacle {
    let name = model.journalValue(.name).text ?? ""
    return JournalObstacle(
      entity: .item, key: user.persistentModelID.primaryKey ?? 0, kind: .uses(entity, name: name))
  }
}

extension JournalField {
  fileprivate var isRelationship: Bool { self == .tags || self == .list || self == .parent }
}
