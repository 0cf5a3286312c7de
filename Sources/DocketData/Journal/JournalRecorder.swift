import Foundation
import SwiftData

/// Collects what one command does to models, while it does it.
final class JournalRecorder {
  /// How many new items one step keeps the values of; of more only the keys, so that it can be undone but not redone.
  static let mostInsertions = 10_000

  private struct Update {
    private(set) var fields: [JournalField] = []
    private(set) var before: [JournalValue] = []
    /// The item that is updated by it, and so says when; nil as long as nobody meant to change it.
    private(set) var item: Item?

    /// Notes further fields of a model; those that are noted keep the values from before the command.
    mutating func note<Model: Journaled>(_ model: Model, _ more: [JournalField], isUpdate: Bool) {
      add(more, of: model)
      guard isUpdate, item == nil, let updated = model as? Item else { return }
      item = updated
      add([.timestamp], of: model)
    }

    private mutating func add(_ more: [JournalField], of model: some Journaled) {
      for field in more where !fields.contains(field) {
        fields.append(field)
        before.append(model.journalValue(field))
      }
    }
  }

  /// When the command was given: items that become different by it were updated then.
  private let date: Date

  private let progress = WorkProgress.current
  private var insertions: [any Journaled] = []
  private var fresh: Set<ObjectIdentifier> = []
  private var updates: [(model: any Journaled, update: Update)] = []
  /// Where the models are among the updates.
  private var places: [ObjectIdentifier: Int] = [:]
  private var inserted = JournalChanges()
  private var updated = JournalChanges()
  private var deleted = JournalChanges()
  private var insertionCount = 0

  /// - Parameter date: when the command was given.
  init(at date: Date) { self.date = date }

  /// Takes note of a model before fields of it are changed.
  ///
  /// A command may come by a model again: what was noted of it stays, so that it is one row, from what was before the
  /// command to what is after it.
  ///
  /// An item that becomes different by it has the moment of the command for that of its last update, unless the command
  /// gives it another one itself.
  ///
  /// - Parameter isUpdate: false for an item that nobody meant to change, or whose last update is known otherwise.
  /// - Throws: `CancellationError` if the command is to be ended.
  func willChange<Model: Journaled>(_ model: Model, _ fields: [JournalField], isUpdate: Bool = true) throws {
    // What is new has no values that could come back.
    guard !fresh.contains(ObjectIdentifier(model)) else { return }
    if let place = places[ObjectIdentifier(model)] {
      try progress?.checkCancellation()
      return updates[place].update.note(model, fields, isUpdate: isUpdate)
    }
    try note(Model.journalEntity)
    var update = Update()
    update.note(model, fields, isUpdate: isUpdate)
    places[ObjectIdentifier(model)] = updates.count
    updates.append((model, update))
  }

  /// Takes note of a model that was inserted.
  ///
  /// - Throws: `CancellationError` if the command is to be ended.
  func didInsert<Model: Journaled>(_ model: Model) throws {
    try note(Model.journalEntity)
    insertions.append(model)
    fresh.insert(ObjectIdentifier(model))
  }

  /// Takes note of a model before it is deleted.
  ///
  /// - Throws: `CancellationError` if the command is to be ended.
  func willDelete<Model: Journaled>(_ model: Model) throws {
    try note(Model.journalEntity)
    deleted.append(
      Model.journalEntity, .delete, Model.journalFields, key: model.persistentModelID.primaryKey ?? 0,
      before: model.journalValues(Model.journalFields))
  }

  /// Tags and lists that come with items are none of those that somebody waits for.
  private func note(_ entity: JournalEntity) throws {
    try progress?.checkCancellation()
    if entity == .item { progress?.advance() }
  }

  /// Whether keys of new rows have to be known first.
  var needsSaveFirst: Bool { !insertions.isEmpty }

  /// Lets go of the models, whose values and keys are known now.
  func settle() {
    insertionCount += insertions.count
    if insertionCount > Self.mostInsertions { inserted.forgetValues(of: .item) }
    // Tags and lists come before the items that lead to them.
    for model in insertions where !(model is Item) { inserted.append(insertionOf: model, keepsValues: true) }
    for model in insertions where model is Item {
      inserted.append(insertionOf: model, keepsValues: insertionCount <= Self.mostInsertions)
    }
    for (model, update) in updates { settle(model, update) }
    insertions = []
    fresh = []
    updates = []
    places = [:]
  }

  /// Keeps what differs afterwards, and with it the moment of the update.
  private func settle(_ model: some Journaled, _ update: Update) {
    var after = model.journalValues(update.fields)
    if let item = update.item, after != update.before, let index = update.fields.firstIndex(of: .timestamp),
      after[index] == update.before[index]
    {
      item.timestamp = date
      after[index] = JournalValue(date)
    }
    updated.append(model, update.fields, before: update.before, after: after)
  }

  /// What was done: in the order of insertions, updates, deletions, so that no row leads to one that is not there.
  func changes() -> JournalChanges {
    settle()
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

  /// Only what differs afterwards is kept.
  fileprivate mutating func append(
    _ model: some Journaled, _ fields: [JournalField], before: [JournalValue], after: [JournalValue]
  ) {
    let changed = fields.indices.filter { before[$0] != after[$0] }
    guard !changed.isEmpty, let key = model.persistentModelID.primaryKey else { return }
    append(
      type(of: model).journalEntity, .update, changed.map { fields[$0] }, key: key, before: changed.map { before[$0] },
      after: changed.map { after[$0] })
  }

  /// Keeps only the keys of what was inserted.
  fileprivate mutating func forgetValues(of entity: JournalEntity) {
    batches = batches.map { batch in
      guard batch.entity == entity, !batch.fields.isEmpty else { return batch }
      var bare = JournalBatch(entity, batch.kind, [])
      bare.keys = batch.keys
      return bare
    }
  }

  /// Whether it can be done again after it was undone.
  var canBeRedone: Bool { !batches.contains { $0.kind == .insert && $0.fields.isEmpty } }
}
