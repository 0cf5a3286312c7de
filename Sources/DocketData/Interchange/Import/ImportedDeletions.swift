import Foundation
import SwiftData

/// Deletes the items that a file has as deleted, unless they were changed here later.
///
/// Everything is read and written for all items at once: no model is made.
struct ImportedDeletions {
  /// What became of the items that the file has as deleted and that are here.
  struct Outcome {
    var deleted = 0
    /// The number of items that stay, as they were changed here later.
    var changedLater = 0
  }

  private struct Row {
    let id: PersistentIdentifier
    /// When the item was deleted according to the file.
    let deletion: Date
    let parent: PersistentIdentifier?
    let subitems: [PersistentIdentifier]
  }

  /// So many items are asked for by one query.
  private static let batchSize = 4_000
  /// So many steps are read at a time, some of which have many items.
  private static let stepBatch = 16

  private let context: ModelContext
  private let recorder: JournalRecorder

  init(_ context: ModelContext, _ recorder: JournalRecorder) {
    self.context = context
    self.recorder = recorder
  }

  /// Deletes items whose models are saved.
  ///
  /// A sub-item that stays belongs to the nearest item above that stays.
  ///
  /// - Parameter dates: when the items were deleted.
  func perform(_ dates: [UUID: Date]) throws -> Outcome {
    var outcome = Outcome()
    var rows = try unchangedRows(dates, &outcome)
    let back = try takenBack(rows)
    outcome.changedLater += back.count
    rows.removeAll { back.contains($0.id) }
    outcome.deleted = rows.count
    guard !rows.isEmpty else { return outcome }
    try moveUpSubitems(of: rows)
    try recorder.delete(rows.map(\.id), of: Item.self, in: context)
    return outcome
  }

  // MARK: - Which ones

  /// The items that are here, without those whose update time is later; these are counted.
  private func unchangedRows(_ dates: [UUID: Date], _ outcome: inout Outcome) throws -> [Row] {
    var rows: [Row] = []
    let all = Array(dates.keys)
    for start in stride(from: 0, to: all.count, by: Self.batchSize) {
      let uids = Array(all[start..<min(start + Self.batchSize, all.count)])
      let found = try context.execute(
        BatchFetch<Item>(where: #Predicate { uids.contains($0.uid) })
          .returning(\.uid, \.timestamp, \.parent, \.subitems))
      let (uid, updates) = (try found.returned(\.uid), try found.returned(\.timestamp))
      let (parents, subitems) = (try found.returned(\.parent), try found.returned(\.subitems))
      for (index, id) in found.identifiers.enumerated() {
        let deletion = dates[uid[index]] ?? .distantFuture
        if Self.isLater(updates[index], than: deletion) {
          outcome.changedLater += 1
        } else {
          rows.append(Row(id: id, deletion: deletion, parent: parents[index], subitems: subitems[index]))
        }
      }
    }
    return rows
  }

  /// Compares seconds: the file has no fractions of them.
  private static func isLater(_ change: Date, than deletion: Date) -> Bool {
    change.timeIntervalSinceReferenceDate.rounded(.down) > deletion.timeIntervalSinceReferenceDate.rounded(.down)
  }

  /// Those of some items that an undo or redo made what they are after the deletion: that restores the old update time.
  ///
  /// - Complexity: reads the steps that were turned since the first of the deletions, as far as the journal keeps them.
  private func takenBack(_ rows: [Row]) throws -> Set<PersistentIdentifier> {
    guard let first = rows.map(\.deletion).min() else { return [] }
    let deletions = Dictionary(rows.map { ($0.id.primaryKey ?? 0, $0) }, uniquingKeysWith: { $1 })
    let never = Date.distantPast
    let turned = FetchDescriptor<JournalStep>(
      predicate: #Predicate { $0.size > 0 && ($0.lastTurnedAt ?? never) > first }, sortBy: [SortDescriptor(\.number)])
    var back: Set<PersistentIdentifier> = []
    try context.enumerate(turned, batchSize: Self.stepBatch) { step in
      guard let date = step.lastTurnedAt else { return }
      // What a step added is gone if it was undone; another item may have the number now.
      let absent = step.state == .done ? JournalBatch.Kind.delete : .insert
      for batch in try JournalCoder.decode(step.changes).batches where batch.entity == .item && batch.kind != absent {
        for row in batch.keys.lazy.compactMap({ deletions[$0] }) where Self.isLater(date, than: row.deletion) {
          back.insert(row.id)
        }
      }
    }
    return back
  }

  // MARK: - Sub-items

  private func moveUpSubitems(of rows: [Row]) throws {
    var ancestors = RemainingAncestors(parents: Dictionary(rows.map { ($0.id, $0.parent) }, uniquingKeysWith: { $1 }))
    var moved = JournalBatch(.item, .update, [.parent])
    for row in rows where !row.subitems.isEmpty {
      let above = JournalValue.keys([ancestors.nearest(above: row.id)?.primaryKey].compactMap(\.self))
      for subitem in row.subitems where !ancestors.isDeleted(subitem) {
        moved.append(subitem.primaryKey ?? 0, before: [.keys([row.id.primaryKey ?? 0])], after: [above])
      }
    }
    guard !moved.keys.isEmpty else { return }
    // The update times come from the file, or were recorded already.
    try moved.update(Item.self, in: context)
    recorder.didChange(moved)
  }
}

/// The ancestors that are left when items are deleted.
private struct RemainingAncestors {
  /// The parents of the items that are deleted.
  private let parents: [PersistentIdentifier: PersistentIdentifier?]
  private var known: [PersistentIdentifier: PersistentIdentifier?] = [:]

  init(parents: [PersistentIdentifier: PersistentIdentifier?]) { self.parents = parents }

  func isDeleted(_ item: PersistentIdentifier) -> Bool { parents[item] != nil }

  /// The nearest ancestor that is left; nil if there is none, or only a loop.
  ///
  /// - Complexity: each deleted item is visited once, however often this is asked.
  mutating func nearest(above start: PersistentIdentifier) -> PersistentIdentifier? {
    var (path, seen): ([PersistentIdentifier], Set<PersistentIdentifier>) = ([], [])
    var (item, nearest): (PersistentIdentifier?, PersistentIdentifier?) = (start, nil)
    while let current = item {
      if let answer = known[current] {
        nearest = answer
        break
      }
      guard let parent = parents[current] else {
        nearest = current
        break
      }
      guard seen.insert(current).inserted else { break }
      path.append(current)
      item = parent
    }
    for visited in path { known.updateValue(nearest, forKey: visited) }
    return nearest
  }
}
