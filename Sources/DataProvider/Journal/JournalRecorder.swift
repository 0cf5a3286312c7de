import Foundation
import SwiftData

/// Collects what one command does to models, while it does it.
final class JournalRecorder {
  /// How many new items one step keeps the values of; of more only the keys, so that it can be undone but not redone.
  static let mostInsertions = 10_000

  private struct Update {
    let fields: [JournalField]
    let before: [JournalValue]
  }

  private let progress = WorkProgress.current
  private var insertions: [any Journaled] = []
  private var fresh: Set<ObjectIdentifier> = []
  private var updates: [(model: any Journaled, update: Update)] = []
  private var inserted = JournalChanges()
  private var updated = JournalChanges()
  private var deleted = JournalChanges()
  private var insertionCount = 0

  /// Takes note of a model before fields of it are changed; once for each command.
  ///
  /// - Throws: `CancellationError` if the command is to be ended.
  func willChange<Model: Journaled>(_ model: Model, _ fields: [JournalField]) throws {
    // What is new has no values that could come back.
    guard !fresh.contains(ObjectIdentifier(model)) else { return }
    try note(Model.journalEntity)
    updates.append((model, Update(fields: fields, before: model.journalValues(fields))))
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
    for (model, update) in updates { updated.append(model, update.fields, before: update.before) }
    insertions = []
    fresh = []
    updates = []
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
  fileprivate mutating func append(_ model: some Journaled, _ fields: [JournalField], before: [JournalValue]) {
    let after = model.journalValues(fields)
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
