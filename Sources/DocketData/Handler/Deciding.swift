import Foundation
import SwiftData

extension DataHandler {
  /// Has a decision between two values of an item written, and notes it as a step; undo gives the item the other value.
  ///
  /// What writes it is sync, which knows more of the values than an item has. The step is noted right after that: if the
  /// process ends in between, the decision holds, and `undo` knows nothing of it. It is about the values that the person
  /// saw, whatever the item had or has: what others write meanwhile is no part of it.
  ///
  /// - Parameters:
  ///   - number: the item's number.
  ///   - rejected: the values that are decided against, by the names of the model's properties, as the store would have
  ///     them.
  ///   - chosen: the values that are decided for.
  ///   - verb: describes the step; the item's title follows.
  ///   - write: writes the decision.
  /// - Throws: what `write` throws, `ItemError.noSuchItem`, `StoreError`.
  package func decide(
    item number: Int64, against rejected: [String: SQLiteValue], for chosen: [String: SQLiteValue], as verb: String,
    at date: Date = Date(), _ write: @Sendable () async throws -> Void
  ) async throws {
    let fields = JournalField.allCases.filter { chosen[$0.property] != nil }
    func values(_ values: [String: SQLiteValue]) -> [JournalValue] {
      fields.map { $0.value(values[$0.property] ?? .null) }
    }
    try checkItem(number)
    try await write()
    try perform(at: date) { recorder in
      try checkItem(number)
      recorder.didChange(
        JournalBatch(
          .item, .update, fields, keys: [number], before: values(rejected).map { [$0] },
          after: values(chosen).map { [$0] }))
      return (StepDescription([number]) { _ in verb }, ())
    }
  }

  /// Has a decision against the deletion of an item written, and notes it as a step; undo deletes the item again.
  ///
  /// - Parameters:
  ///   - uid: what identifies the item, which is there once the decision is written.
  ///   - write: writes the decision, as above.
  /// - Throws: what `write` throws, `StoreError`.
  package func takeBackDeletion(
    of uid: UUID, at date: Date = Date(), _ write: @Sendable () async throws -> Void
  ) async throws {
    try await write()
    try perform(at: date) { recorder in
      let items = try modelContext.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid }))
      for item in items { try recorder.didInsert(item) }
      let numbers = items.compactMap(\.persistentModelID.primaryKey)
      return (StepDescription(numbers) { _ in "take back the deletion of" }, ())
    }
  }

  /// Has a decision for the deletion of an item written, and notes it as a step; undo brings the item back, with what was
  /// written into it meanwhile.
  ///
  /// - Parameters:
  ///   - item: the item as it would be without its deletion.
  ///   - write: writes the decision, as above.
  /// - Throws: what `write` throws, `StoreError`.
  package func agreeToDeletion(
    of item: GoneItem, at date: Date = Date(), _ write: @Sendable () async throws -> Void
  ) async throws {
    try await write()
    try perform(at: date) { recorder in
      // Back since the decision was asked for: nothing is deleted, and there is no step.
      let uid = item.uid
      if try modelContext.fetchCount(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })) > 0 {
        return (StepDescription(""), ())
      }
      recorder.didDelete(item.deletion)
      return (StepDescription("keep the deletion of", count: 1) { item.title }, ())
    }
  }

  /// Has a decision written that moves an item back to where it was, and notes it as a step; undo moves it away again.
  ///
  /// - Parameters:
  ///   - uid: what identifies the item.
  ///   - write: writes the decision, as above.
  /// - Throws: what `write` throws, `StoreError`.
  package func takeBackMove(
    of uid: UUID, at date: Date = Date(), _ write: @Sendable () async throws -> Void
  ) async throws {
    let fields = Item.journalColumns.map(\.field)
    func rows() throws -> JournalRows<Item> {
      let items = try modelContext.fetchIdentifiers(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid }))
      return try JournalRows<Item>(items.compactMap(\.primaryKey), fields, in: modelContext)
    }
    let before = try rows()
    try await write()
    let after = try rows()
    let changed = fields.indices.filter { before.columns[$0] != after.columns[$0] }
    guard before.keys == after.keys, !changed.isEmpty else { return }
    try perform(at: date) { recorder in
      recorder.didChange(
        JournalBatch(
          .item, .update, changed.map { fields[$0] }, keys: after.keys, before: changed.map { before.columns[$0] },
          after: changed.map { after.columns[$0] }))
      return (StepDescription(after.keys) { _ in "take back the move of" }, ())
    }
  }

  /// Gives an item values and tags that were written while it was moved to another space, as a step.
  ///
  /// - Parameters:
  ///   - chosen: the values, by the names of the model's properties, as the store would have them; those that an item
  ///     has no such property for are left out.
  ///   - tags: the keys of tags that it gets, beside those that it has.
  ///   - uid: what identifies the item.
  /// - Returns: whether there is such an item.
  /// - Throws: `StoreError`.
  package func take(
    _ chosen: [String: SQLiteValue], tags: Set<Int64>, ofItem uid: UUID, at date: Date = Date()
  ) async throws -> Bool {
    let fields = JournalField.allCases.filter { chosen[$0.property] != nil || $0 == .tags && !tags.isEmpty }
    let items = try modelContext.fetchIdentifiers(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid }))
    guard let number = items.first?.primaryKey else { return false }
    guard !fields.isEmpty else { return true }
    try perform(at: date) { recorder in
      let rows = try JournalRows<Item>([number], fields, in: modelContext)
      let after = zip(fields, rows.columns).map { field, column in
        field == .tags
          ? column.map { .keys($0.keys + tags.subtracting($0.keys).sorted()) }
          : column.map { _ in chosen[field.property].map(field.value) ?? .none }
      }
      let batch = JournalBatch(.item, .update, fields, keys: rows.keys, before: rows.columns, after: after)
      try batch.update(Item.self, in: modelContext)
      recorder.didChange(batch)
      return (StepDescription(rows.keys) { _ in "take the other values of" }, ())
    }
    return true
  }

  private func checkItem(_ number: Int64) throws {
    let rows = try JournalRows<Item>([number], [.title], in: modelContext)
    guard rows.missing == nil else { throw ItemError.noSuchItem(number) }
  }
}

/// An item that was deleted, as it would be without that.
package struct GoneItem: Sendable {
  private let number: Int64
  fileprivate let uid: UUID
  private let values: [String: SQLiteValue]
  private let members: [String: [Int64]]

  /// - Parameters:
  ///   - number: the number that it had.
  ///   - values: its values by the names of the model's properties, as the store would have them, references as numbers.
  ///     What is not among them is as in a new item.
  ///   - members: the numbers of the rows in its lists.
  package init(number: Int64, uid: UUID, values: [String: SQLiteValue], members: [String: [Int64]]) {
    (self.number, self.uid, self.values, self.members) = (number, uid, values, members)
  }

  fileprivate var title: String { if case .text(let title)? = values["title"] { title } else { "" } }

  /// The item as a row of a step that deleted it.
  fileprivate var deletion: JournalBatch {
    let new = Item(title: "", timestamp: .distantPast, createTimestamp: .distantPast, uid: uid)
    let fields = Item.knownFields
    let columns = zip(fields, new.journalValues(fields)).map { field, usual -> JournalValue in
      switch field {
      case .uid: usual
      case .tags, .blockers: .keys(members[field.property] ?? [])
      default: values[field.property].map(field.value) ?? usual
      }
    }
    return JournalBatch(.item, .delete, fields, keys: [number], before: columns.map { [$0] }, after: [])
  }
}

extension JournalField {
  /// The name of the item's property.
  fileprivate var property: String {
    switch self {
    case .created: "createTimestamp"
    case .completed: "completedAt"
    case .position: "orderKey"
    case .uid: "uid"
    case .title: "title"
    case .notes: "notes"
    case .timestamp: "timestamp"
    case .priority: "priority"
    case .deadline: "deadline"
    case .recurrence: "rule"
    case .tags: "tags"
    case .list: "list"
    case .parent: "parent"
    case .name: "name"
    case .query: "query"
    case .dueDay: "dueDay"
    case .start: "startMoment"
    case .startDay: "startDay"
    case .anchor: "anchor"
    case .extra: "extra"
    case .blockers: "blockers"
    case .blocked: "blocked"
    }
  }

  /// The value of the field where a column has this.
  fileprivate func value(_ value: SQLiteValue) -> JournalValue {
    switch value {
    case .integer(let key) where self == .list || self == .parent: .keys([key])
    case .null where self == .list || self == .parent: .keys([])
    case .integer(let integer): .integer(integer)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .null, .blob: .none
    }
  }
}
