import SwiftData
import TerminalUI

/// The selection: the marked items that are still in the list.
@MainActor
final class ItemSelection {
  /// The search for selected items that left the list.
  private enum Lookup {
    case idle
    case running
    /// The list or the selection changed, so the answer is dropped.
    case stale
  }

  /// Longer lists are searched in the background.
  private static let maxSearched = 1_000

  /// Called when items were found to have left.
  var onChange: (@MainActor () -> Void)?

  private let view: ListView<ItemRows>
  private let rows: ItemRows
  private var lookup = Lookup.idle

  init(_ view: ListView<ItemRows>, _ rows: ItemRows) { (self.view, self.rows) = (view, rows) }

  var count: Int { view.markedCount }

  /// Selects the item under the cursor or not, and moves down.
  func toggle() {
    view.toggleMark()
    view.select { $0.move(by: 1) }
  }

  /// Selects all listed items, or none if all are; answers whether they are selected now.
  func toggleAll() -> Bool {
    guard count < rows.count else {
      view.unmarkAll()
      return false
    }
    if lookup == .running { lookup = .stale }
    view.markAll()
    return true
  }

  /// Selects items again, unless others were selected since; answers whether it did.
  func restore(_ marking: ListMarking<PersistentIdentifier>) -> Bool {
    guard marking.count > 0, count == 0 else { return false }
    view.mark(marking)
    dropGoneItems()
    return count > 0
  }

  /// Removes items that left the list from the selection, large ones in the background.
  func dropGoneItems() {
    switch view.marking {
    case .these(let ids) where ids.isEmpty: break
    case .these(let ids) where ItemTargets.areFew(ids.count, of: rows.count):
      view.forgetMarks { rows.index(of: $0) == nil }
    case .all(let all) where max(all.snapshot.count, rows.count) <= Self.maxSearched:
      forget(GoneRows(view.marking, from: rows.shown.items))
    case .these, .all: lookUpGoneItems()
    }
  }

  private func forget(_ gone: GoneRows) {
    if !gone.named.isEmpty { view.forgetMarks { gone.named.contains($0) } }
    view.noteMarkedRowsGone(gone.count)
  }

  /// One look-up at a time; a change of the list makes its answer stale.
  private func lookUpGoneItems() {
    guard lookup == .idle else {
      lookup = .stale
      return
    }
    lookup = .running
    let (marking, listed) = (view.marking, rows.shown.items)
    Task { [weak self] in
      let gone = await Self.gone(marking, from: listed)
      guard let self else { return }
      let isCurrent = lookup == .running
      lookup = .idle
      guard isCurrent else { return dropGoneItems() }
      forget(gone)
      onChange?()
    }
  }

  @concurrent
  private nonisolated static func gone(
    _ marking: ListMarking<PersistentIdentifier>, from listed: ListedItems
  ) async -> GoneRows {
    GoneRows(marking, from: listed)
  }
}
