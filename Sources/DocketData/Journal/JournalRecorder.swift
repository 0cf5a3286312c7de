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
      for field in more where !fields.contains(field) {
        fields.append(field)
        before.append(model.journalValue(field))
      }
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

  /// Records a model before it is deleted.
  ///
  /// - Throws: `CancellationError` if the command was cancelled.
  func willDelete<Model: Journaled>(_ model: Model) throws {
    try note(Model.journalEntity)
    deleted.append(
      Model.journalEntity, .delete, Model.journalFields, key: model.persistentModelID.primaryKey ?? 0,
      before: model.journalValues(Model.journalFields))
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
    // Tags and lists come before the items that refer to them.
    for model in insertions where !(model is Item) { inserted.append(insertionOf: model, keepsValues: true) }
    for model in insertions where model is Item {
      inserted.append(insertionOf: model, keepsValues: insertionCount <= Self.maxInsertions)
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

  /// The changes: insertions, updates, deletions, in an order in which no row refers to a missing one.
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

/// The description of a step: "complete “Buy milk”", "complete 3 items".
struct StepDescription {
  private static let maxTitleLength = 60

  /// Describes what was really changed.
  let text: (JournalChanges) -> String

  init(_ text: String) { self.text = { _ in text } }

  init(_ verb: String, _ titles: [String]) { self.init(Self.phrase(verb, titles)) }

  /// Describes a command on items; only items that became different count.
  ///
  /// - Parameter verb: the verb for the fields that became different; "…" stands for the items. The update time is among
  ///   the fields only if nothing else changed.
  init(_ items: [Item], _ verb: @escaping (Set<JournalField>) -> String) {
    let items = items.map { (key: $0.persistentModelID.primaryKey, title: $0.title) }
    text = { changes in
      let (keys, fields) = changes.updates(of: .item)
      let changed = items.filter { $0.key.map(keys.contains) ?? true }
      let words = verb(fields == [.timestamp] ? fields : fields.subtracting([.timestamp]))
      return Self.phrase(words, (changed.isEmpty ? items : changed).map(\.title))
    }
  }

  private static func phrase(_ verb: String, _ titles: [String]) -> String {
    let object = titles.count == 1 ? "“\(shortened(titles[0]))”" : "\(Quantity(titles.count, "item"))"
    let parts = verb.split(separator: "…", maxSplits: 1)
    return parts.count == 2 ? parts[0] + object + parts[1] : "\(verb) \(object)"
  }

  static func shortened(_ title: String) -> String {
    title.count > maxTitleLength ? title.prefix(maxTitleLength - 1) + "…" : title
  }
}
