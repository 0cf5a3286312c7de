import Foundation
import SwiftData

/// Items as a command found them, and as it is going to leave them: a column for each field.
///
/// No model is made for them. `JournalRecorder.write(_:in:)` writes those that became different.
struct ChangedItems {
  private(set) var batch: JournalBatch

  /// Reads items, in the order of their identifiers, together with their update times.
  ///
  /// An item that is named more than once has one row, in the place of the first. Of a single item the title is read as
  /// well, since the step's description has it.
  ///
  /// - Throws: `ItemError.noSuchItem` for the first one that is missing.
  init(_ ids: [PersistentIdentifier], _ fields: [JournalField], in context: ModelContext) throws {
    let shared: [JournalField] = ids.count == 1 ? [.timestamp, .title] : [.timestamp]
    let all = fields + shared.filter { !fields.contains($0) }
    var seen: Set<Int64> = []
    let keys = ids.map { $0.primaryKey ?? 0 }.filter { seen.insert($0).inserted }
    let rows = try JournalRows<Item>(keys, all, in: context)
    if let missing = rows.missing { throw ItemError.noSuchItem(missing) }
    batch = JournalBatch(.item, .update, all, keys: rows.keys, before: rows.columns, after: rows.columns)
  }

  var keys: [Int64] { batch.keys }

  /// The title of an item after the command; nil if it was not read.
  func title(_ key: Int64) -> String? {
    guard let place = batch.fields.firstIndex(of: .title), let row = keys.firstIndex(of: key) else { return nil }
    return batch.after[place][row].text
  }

  /// The values of a field after the command.
  subscript(field: JournalField) -> [JournalValue] { batch.after[place(field)] }

  /// The values of a field before the command.
  func original(_ field: JournalField) -> [JournalValue] { batch.before[place(field)] }

  func isChanged(_ field: JournalField, _ row: Int) -> Bool {
    let place = place(field)
    return batch.before[place][row] != batch.after[place][row]
  }

  /// Sets a field of all items.
  mutating func set(_ field: JournalField, to value: JournalValue) {
    batch.setColumn(place(field), Array(repeating: value, count: keys.count))
  }

  /// Sets a field of each item.
  mutating func set(_ field: JournalField, to column: [JournalValue]) { batch.setColumn(place(field), column) }

  /// Sets a field of some items.
  mutating func set(_ field: JournalField, to value: JournalValue, of rows: [Int]) {
    guard rows.count < keys.count else { return set(field, to: value) }
    var column = self[field]
    for row in rows { column[row] = value }
    set(field, to: column)
  }

  private func place(_ field: JournalField) -> Int {
    guard let place = batch.fields.firstIndex(of: field) else {
      preconditionFailure("a command sets only fields that it has read")
    }
    return place
  }

  /// The rows that became different, grouped by the fields that did.
  ///
  /// - Parameter date: the update time of those whose update time the command did not set.
  func differences(updatedAt date: Date) -> [JournalBatch] {
    var batch = batch
    let (time, now) = (place(.timestamp), JournalValue(date))
    let updated = batch.differences.enumerated().filter { !$1.isEmpty && !$1.contains(time) }.map(\.offset)
    if !updated.isEmpty {
      var times = batch.after[time]
      for row in updated { times[row] = now }
      batch.setColumn(time, times)
    }
    return batch.groupedByDifferences
  }
}
