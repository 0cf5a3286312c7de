import Foundation
import SwiftData

/// Records what one command does to models, for its journal step.
final class JournalRecorder {
  /// How many new items a step keeps the values of; with more it keeps only keys, and can be undone but not redone.
  private static let maxInsertions = 10_000

  private struct Update {
    private(set) var fields: [JournalField] = []
    private(set) var before: [JournalValue] = []
    /// The item whose update time changes; nil as long as the command did not mean to change it.
    private(set) var item: Item?

    /// Records more fields of a model; recorded fields keep their values from before the command.
    mutating func note<Model: Journaled>(_ model: Model, _ more: [JournalField], isUpdate: Bool) {
      add(more, of: model)
      guard isUpdate, item == nil, let updated = model as? Item else { return }
      item = updated
      add([.timestamp], of: model)
    }

    private mutating func add(_ more: [JournalField], of model: some Journaled) {
      let new = more.filter { !fields.contains($0) }
      fields += new
      before += model.journalValues(new)
    }
  }

  /// When the command was given: the update time of items that become different.
  private let date: Date
  private let progress = WorkProgress.current
  private var insertions: [any Journaled] = []
  private var newModels: Set<ObjectIdentifier> = []
  private var updates: [(model: any Journaled, update: Update)] = []
  /// The indexes of models in `updates`.
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var inserted = JournalChanges()
  private var updated = JournalChanges()
  private var deleted = JournalChanges()
  private var insertionCount = 0

  init(at date: Date) { self.date = date }

  /// Records a model before some of its fields are changed.
  ///
  /// A model that a command changes more than once has one row in the step, with its values before and after the whole
  /// command. The update time of an item that becomes different is the time of the command, unless it sets another one.
  ///
  /// - Parameter isUpdate: false for an item that the command did not mean to change, or whose update time is known.
  /// - Throws: `CancellationError` if the command was cancelled.
  func willChange<Model: Journaled>(_ model: Model, _ fields: [JournalField], isUpdate: Bool = true) throws {
    // A new model has no values to restore.
    guard !newModels.contains(ObjectIdentifier(model)) else { return }
    if let index = indexes[ObjectIdentifier(model)] {
      try progress?.checkCancellation()
      return updates[index].update.note(model, fields, isUpdate: isUpdate)
    }
    try note(Model.journalEntity)
    var update = Update()
    update.note(model, fields, isUpdate: isUpdate)
    indexes[ObjectIdentifier(model)] = updates.count
    updates.append((model, update))
  }

  /// - Throws: `CancellationError` if the command was cancelled.
  func didInsert<Model: Journaled>(_ model: Model) throws {
    try note(Model.journalEntity)
    insertions.append(model)
    newModels.insert(ObjectIdentifier(model))
  }

  /// Whether the step keeps the values of new items still.
  var keepsInsertions: Bool { insertionCount + insertions.count <= Self.maxInsertions }

  /// Records new items by their keys, once the values of new items are no longer kept.
  func didInsert(_ items: [PersistentIdentifier]) {
    insertionCount += items.count
    inserted.append(JournalBatch(.item, .insert, [], keys: items.compactMap(\.primaryKey)))
  }

  /// Writes the items that became different, and records them.
  ///
  /// - Throws: `CancellationError` if the command was cancelled.
  func write(_ items: ChangedItems, in context: ModelContext) throws {
    for batch in items.differences(updatedAt: date) {
      try batch.update(Item.self, in: context)
      updated.append(batch)
    }
    try progress?.checkCancellation()
  }

  /// Records rows that something else has changed already; those that did not become different are left out.
  func didChange(_ rows: JournalBatch) {
    for batch in rows.groupedByDifferences { updated.append(batch) }
  }

  /// Records rows that are gone already.
  func didDelete(_ rows: JournalBatch) { deleted.append(rows) }

  /// Deletes rows, and records them.
  ///
  /// - Throws: `CancellationError` if the command was cancelled.
  func delete<Model: Journaled>(_ rows: [PersistentIdentifier], of _: Model.Type, in context: ModelContext) throws {
    let columns = Model.journalColumns
    let batch = try context.execute(BatchDelete<Model>(rows).returning(columns.map(\.property)))
    deleted.append(
      JournalBatch(
        Model.journalEntity, .delete, columns.map(\.field), keys: batch.identifiers.map { $0.primaryKey ?? 0 },
        before: try columns.map { try $0.values(batch) }, after: []))
    try progress?.checkCancellation()
  }

  /// Counts items for the progress, but not the tags and lists that come with them.
  private func note(_ entity: JournalEntity) throws {
    try progress?.checkCancellation()
    if entity == .item { progress?.advance() }
  }

  /// Whether new rows have to be saved first, so that their keys are known.
  var needsSaveFirst: Bool { !insertions.isEmpty }

  /// Turns the recorded models into values and releases them; their keys are known now.
  func flush() {
    insertionCount += insertions.count
    if insertionCount > Self.maxInsertions { inserted.forgetValues(of: .item) }
    for model in insertions {
      inserted.append(
        insertionOf: model, keepsValues: !(model is Item) || insertionCount <= Self.maxInsertions)
    }
    for (model, update) in updates { flush(model, update) }
    insertions = []
    newModels = []
    updates = []
    indexes = [:]
  }

  /// Keeps the fields that differ, and sets the update time.
  private func flush(_ model: some Journaled, _ update: Update) {
    var after = model.journalValues(update.fields)
    if let item = update.item, after != update.before, let index = update.fields.firstIndex(of: .timestamp),
      after[index] == update.before[index]
    {
      item.timestamp = date
      after[index] = JournalValue(date)
    }
    updated.append(model, update.fields, before: update.before, after: after)
  }

  /// The changes: insertions, updates, deletions; `JournalChanges.inPlayingOrder` sorts them by what refers to what.
  func changes() -> JournalChanges {
    flush()
    return JournalChanges(batches: inserted.batches + updated.batches + deleted.batches)
  }
}

extension JournalChanges {
  fileprivate mutating func append(insertionOf model: some Journaled, keepsValues: Bool) {
    let fields = keepsValues ? type(of: model).journalFields : []
    append(
      type(of: model).journalEntity, .insert, fields, key: model.persistentModelID.primaryKey ?? 0,
      after: model.journalValues(fields))
  }

  /// Keeps only fields that differ.
  fileprivate mutating func append(
    _ model: some Journaled, _ fields: [JournalField], before: [JournalValue], after: [JournalValue]
  ) {
    let changed = fields.indices.filter { before[$0] != after[$0] }
    guard !changed.isEmpty, let key = model.persistentModelID.primaryKey else { return }
    append(
      type(of: model).journalEntity, .update, changed.map { fields[$0] }, key: key, before: changed.map { before[$0] },
      after: changed.map { after[$0] })
  }

  /// Keeps only the keys of rows.
  fileprivate mutating func forgetValues(of entity: JournalEntity) {
    let bare = batches.map { batch in
      batch.entity == entity && !batch.fields.isEmpty ? JournalBatch(entity, batch.kind, [], keys: batch.keys) : batch
    }
    self = JournalChanges(batches: bare)
  }
}
