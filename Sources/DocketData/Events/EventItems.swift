import Foundation
import SwiftData

/// A portion of the items that an event happened to, for a program.
public struct EventPortion: Sendable {
  /// A JSON array in the format of `docket export`; of deleted items, what is known.
  public let json: String
  /// The number of items; 0 if none is left, or all of them are of another event.
  public let count: Int
  /// The key of the last item; nil if there are no more.
  public let last: Int64?
}

extension DataHandler {
  /// The most items of a portion, and about the most bytes.
  private static let portionSize = 1_000
  private static let portionBytes = 1 << 20
  /// So many items are read at a time.
  private static let pageSize = 200

  /// The next items of an event, as they are now.
  ///
  /// - Parameter key: that of the last item of the portion before; nil for the first.
  /// - Complexity: memory does not grow with the number of items.
  public func portion(
    of event: ItemEvent, in changes: CommittedChanges, after key: Int64? = nil
  ) throws -> EventPortion {
    let candidates = changes.candidates(for: event)
    guard event != .deleted else { return try deletions(candidates.keys(after: key, limit: Self.portionSize), changes) }
    var objects: [String] = []
    var (last, bytes) = (key, 0)
    while objects.count < Self.portionSize, bytes < Self.portionBytes {
      let keys = candidates.keys(after: last, limit: Self.pageSize)
      last = keys.last
      if keys.isEmpty { break }
      let items = try values(of: keys).filter { changes.isOf(event, $0.number, isDone: $0.isDone) }
      let page = items.map { ItemJSON.object($0) }
      objects += page
      bytes += page.reduce(0) { $0 + $1.utf8.count }
    }
    return EventPortion(json: ItemJSON.array(objects), count: objects.count, last: last)
  }

  private func deletions(_ keys: [Int64], _ changes: CommittedChanges) throws -> EventPortion {
    let known = try knownDeletions(changes.steps, among: Set(keys))
    let objects = keys.map { known[$0] ?? ItemJSON.unknown($0) }
    return EventPortion(json: ItemJSON.array(objects), count: objects.count, last: keys.last)
  }

  /// The values of those items that are there, in the order of their keys.
  private func values(of keys: [Int64]) throws -> [ItemValues] {
    let ids = try keys.map { try identifier(number: $0) }
    let items = FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    return try modelContext.fetch(items).map(ItemValues.init).sorted { $0.number < $1.number }
  }
}

extension RangeSet<Int64> {
  /// The next keys after one.
  fileprivate func keys(after key: Int64?, limit: Int) -> [Int64] {
    var keys: [Int64] = []
    for range in ranges where range.upperBound - 1 > key ?? .min {
      let first = Swift.max(range.lowerBound, key.map { $0 + 1 } ?? range.lowerBound)
      keys += first..<Swift.min(range.upperBound, first + Int64(limit - keys.count))
      if keys.count >= limit { break }
    }
    return keys
  }
}

// MARK: - Deleted items

extension DataHandler {
  /// What steps of the journal know of items that they deleted, as JSON objects by key.
  ///
  /// Sync writes no journal: of what it deletes only the number is known.
  private func knownDeletions(_ steps: [Int64], among keys: Set<Int64>) throws -> [Int64: String] {
    let ids = try steps.map { try modelContainer.identifier(of: JournalStep.self, primaryKey: $0) }
    let found = FetchDescriptor<JournalStep>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    var known: [Int64: String] = [:]
    for step in try modelContext.fetch(found) where !step.changes.isEmpty {
      let changes = try JournalCoder.decode(step.changes).migrated
      let played = step.state == .undone ? changes.inverse : changes
      for batch in played.batches where batch.entity == .item && batch.kind == .delete {
        for (row, key) in batch.keys.enumerated() where keys.contains(key) {
          let values = zip(batch.fields, batch.row(row, of: batch.before))
          known[key] = ItemJSON.deleted(key, Dictionary(values) { first, _ in first })
        }
      }
    }
    return known
  }
}

extension ItemJSON {
  /// A deleted item of which only the number is known.
  fileprivate static func unknown(_ key: Int64) -> String { "{\"id\":\(key)}" }

  /// A deleted item with those members that the journal has.
  fileprivate static func deleted(_ key: Int64, _ values: [JournalField: JournalValue]) -> String {
    var members = [("id", "\(key)")]
    func add(_ name: String, _ value: String?) { if let value { members.append((name, value)) } }
    func date(_ field: JournalField) -> String? {
      values[field].map { $0.date.map { "\"\(TimestampText.extended($0))\"" } ?? "null" }
    }
    add("uid", values[.uid]?.uuid.map { quoted($0.uuidString) })
    add("title", values[.title]?.text.map(quoted))
    add("notes", values[.notes]?.text.map(quoted))
    add("state", values[.completed].map { quoted(($0.date == nil ? ItemState.open : .done).rawValue) })
    add("priority", values[.priority].flatMap(Priority.init).map { quoted($0.name) })
    if let deadline = values[.deadline]?.date {
      let day = values[.dueDay].flatMap(CalendarDay.init)
      add("due", Due(deadline: deadline, day: day).map { "\"\($0.rawValue)\"" } ?? "null")
    }
    add("timestamp", date(.timestamp))
    add("created", date(.created))
    add("completed", date(.completed))
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}
