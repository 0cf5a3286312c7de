import Foundation
import SwiftData

extension DataHandler {
  /// Has a decision between two values of an item written, and notes it as a step; undo gives the item the other value.
  ///
  /// What writes it is sync, which knows more of the values than an item has. The step is noted right after that: if the
  /// process ends in between, the decision holds, and `undo` knows nothing of it.
  ///
  /// - Parameters:
  ///   - number: the item's number.
  ///   - properties: what is decided about, by the names of the model's properties.
  ///   - rejected: the values that are decided against, as the store would have them; nil for those that the item has now.
  ///   - verb: describes the step; the item's title follows.
  ///   - write: writes the decision.
  /// - Throws: what `write` throws, `ItemError.noSuchItem`, `StoreError`.
  package func decide(
    item number: Int64, _ properties: Set<String>, against rejected: [String: SQLiteValue]? = nil, as verb: String,
    at date: Date = Date(), _ write: @Sendable () async throws -> Void
  ) async throws {
    let fields = JournalField.allCases.filter { properties.contains($0.property) }
    let before =
      try rejected.map { values in fields.map { $0.value(values[$0.property] ?? .null) } }
      ?? values(ofItem: number, fields)
    try await write()
    try perform(at: date) { recorder in
      let after = try values(ofItem: number, fields)
      recorder.didChange(
        JournalBatch(.item, .update, fields, keys: [number], before: before.map { [$0] }, after: after.map { [$0] }))
      return (StepDescription([number]) { _ in verb }, ())
    }
  }

  private func values(ofItem number: Int64, _ fields: [JournalField]) throws -> [JournalValue] {
    let rows = try JournalRows<Item>([number], fields, in: modelContext)
    guard rows.missing == nil else { throw ItemError.noSuchItem(number) }
    return rows.values(0)
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
    case .recurrence: "recurrence"
    case .tags: "tags"
    case .list: "list"
    case .parent: "parent"
    case .name: "name"
    case .query: "query"
    case .dueDay: "dueDay"
    case .anchor: "anchor"
    case .extra: "extra"
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
