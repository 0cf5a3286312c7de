import Foundation
import SwiftData

/// Collects what one command does to models, while it does it.
final class JournalRecorder {
  private struct Update {
    let fields: [JournalField]
    let before: [JournalValue]
  }

  private var insertions: [any Journaled] = []
  private var updates: [(model: any Journaled, update: Update)] = []
  private var deleted = JournalChanges()

  /// Takes note of a model before fields of it are changed; once for each command.
  func willChange<Model: Journaled>(_ model: Model, _ fields: [JournalField]) {
    updates.append((model, Update(fields: fields, before: model.journalValues(fields))))
  }

  /// Takes note of a model that was inserted.
  func didInsert<Model: Journaled>(_ model: Model) { insertions.append(model) }

  /// Takes note of a model before it is deleted.
  func willDelete<Model: Journaled>(_ model: Model) {
    deleted.append(
      Model.journalEntity, .delete, Model.journalFields, key: model.persistentModelID.primaryKey ?? 0,
      before: model.journalValues(Model.journalFields))
  }

  /// Whether keys of new rows have to be known first.
  var needsSaveFirst: Bool { !insertions.isEmpty }

  /// What was done: in the order of insertions, updates, deletions, so that no row leads to one that is not there.
  func changes() -> JournalChanges {
    var changes = JournalChanges()
    // Tags and lists come before the items that lead to them.
    for model in insertions where !(model is Item) { changes.append(insertionOf: model) }
    for model in insertions where model is Item { changes.append(insertionOf: model) }
    for (model, update) in updates { changes.append(model, update.fields, before: update.before) }
    changes.batches += deleted.batches
    return changes
  }
}

extension JournalChanges {
  fileprivate mutating func append(insertionOf model: some Journaled) {
    let fields = type(of: model).journalFields
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
}
