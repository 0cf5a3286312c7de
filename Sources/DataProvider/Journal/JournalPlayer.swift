import Foundation
import SwiftData

/// Carries out the changes of a step, if all rows are as they were before it.
///
/// Runs inside of an exclusive transaction, which takes everything back if an obstacle is thrown.
struct JournalPlayer {
  let context: ModelContext

  /// - Throws: `JournalObstacle` for the first row that is not as expected, `StoreError`.
  func play(_ changes: JournalChanges) throws {
    for batch in changes.batches where batch.kind == .insert { try insert(batch) }
    // What is inserted leads to each other, so the relationships come when all are there.
    for batch in changes.batches where batch.kind == .insert { try relate(batch) }
    for batch in changes.batches where batch.kind == .update { try update(batch) }
    for batch in changes.batches where batch.kind == .delete { try delete(batch, of: changes) }
    try context.save()
  }

  private func insert(_ batch: JournalBatch) throws {
    switch batch.entity {
    case .item: try insert(batch, Item.self)
    case .tag: try insert(batch, ItemTag.self)
    case .list: try insert(batch, ItemList.self)
    case .filter: try insert(batch, SavedFilter.self)
    }
    try context.save()
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

  private func update(_ batch: JournalBatch) throws {
    switch batch.entity {
    case .item: try update(batch, Item.self)
    case .tag: try update(batch, ItemTag.self)
    case .list: try update(batch, ItemList.self)
    case .filter: try update(batch, SavedFilter.self)
    }
  }

  private func delete(_ batch: JournalBatch, of changes: JournalChanges) throws {
    switch batch.entity {
    case .item: try delete(batch, Item.self) { try refuseNewParts(of: $0, in: batch) }
    case .tag: try delete(batch, ItemTag.self)
    case .list: try delete(batch, ItemList.self)
    case .filter: try delete(batch, SavedFilter.self)
    }
  }
}

extension JournalPlayer {
  private func insert<Model: Journaled>(_ batch: JournalBatch, _: Model.Type) throws {
    let present: [Int64: Model] = try models(batch)
    for (index, key) in batch.keys.enumerated() {
      guard present[key] == nil else { throw batch.obstacle(key, .present) }
      let values = batch.row(index, of: batch.after)
      guard let model = Model.make(Dictionary(zip(batch.fields, values), uniquingKeysWith: { $1 })) else {
        throw JournalError.damaged
      }
      try refuseTwin(of: model, batch.obstacle(key, .present))
      context.insert(model, as: try context.container.identifier(of: Model.self, primaryKey: key))
      for (field, value) in zip(batch.fields, values) where !field.isRelationship {
        model.setJournalValue(field, value, in: context)
      }
    }
  }

  /// A row with the same unique value would be taken for this one.
  private func refuseTwin(of model: some Journaled, _ obstacle: JournalObstacle) throws {
    switch model {
    case let item as Item:
      let uid = item.uid
      guard try context.fetchCount(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })) == 0 else {
        throw obstacle
      }
    case let tag as ItemTag:
      let key = tag.key
      guard try context.fetchCount(FetchDescriptor<ItemTag>(predicate: #Predicate { $0.key == key })) == 0 else {
        throw obstacle
      }
    case let list as ItemList:
      let key = list.key
      guard try context.fetchCount(FetchDescriptor<ItemList>(predicate: #Predicate { $0.key == key })) == 0 else {
        throw obstacle
      }
    default:
      break
    }
  }

  private func update<Model: Journaled>(_ batch: JournalBatch, _: Model.Type) throws {
    let models: [Int64: Model] = try models(batch)
    for (index, key) in batch.keys.enumerated() {
      guard let model = models[key] else { throw batch.obstacle(key, .gone) }
      try expect(batch.row(index, of: batch.before), of: model, batch, key)
      for (field, value) in zip(batch.fields, batch.row(index, of: batch.after)) {
        model.setJournalValue(field, value, in: context)
      }
    }
  }

  private func delete<Model: Journaled>(
    _ batch: JournalBatch, _: Model.Type, check: (Model) throws -> Void = { _ in }
  ) throws {
    let models: [Int64: Model] = try models(batch)
    for (index, key) in batch.keys.enumerated() {
      guard let model = models[key] else { throw batch.obstacle(key, .gone) }
      try expect(batch.row(index, of: batch.before), of: model, batch, key)
      try check(model)
    }
    for key in batch.keys { models[key].map { context.delete($0) } }
  }

  private func expect<Model: Journaled>(
    _ values: [JournalValue], of model: Model, _ batch: JournalBatch, _ key: Int64
  ) throws {
    for (field, value) in zip(batch.fields, values) where model.journalValue(field) != value {
      throw batch.obstacle(key, .changed(field))
    }
  }

  private func refuseNewParts(of item: Item, in batch: JournalBatch) throws {
    let known = Set(batch.keys)
    let parts = item.subitems.compactMap(\.persistentModelID.primaryKey)
    guard parts.allSatisfy(known.contains) else { throw batch.obstacle(item.persistentModelID.primaryKey ?? 0, .parts) }
  }

  private func models<Model: Journaled>(_ batch: JournalBatch) throws -> [Int64: Model] {
    let ids = try batch.keys.map { try context.container.identifier(of: Model.self, primaryKey: $0) }
    let found = try context.fetch(FetchDescriptor<Model>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return Dictionary(found.map { ($0.persistentModelID.primaryKey ?? 0, $0) }, uniquingKeysWith: { $1 })
  }
}

extension JournalBatch {
  fileprivate func obstacle(_ key: Int64, _ kind: JournalObstacle.Kind) -> JournalObstacle {
    JournalObstacle(entity: entity, key: key, kind: kind)
  }
}

extension JournalField {
  /// Whether its value is the keys of other rows.
  var isRelationship: Bool { self == .tags || self == .list || self == .parent }
}
