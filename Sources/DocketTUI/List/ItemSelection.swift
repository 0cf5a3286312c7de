import SwiftData
import TerminalUI

/// The selection: the marked items that are still in the list.
@MainActor
final class ItemSelection {
  /// Whether selected items that have left the list are being looked for in the background.
  private enum Lookup {
    case idle
    case running
    /// The list or the selection changed since, so the answer will be thrown away.
    case stale
  }

  /// The most rows that are looked through on the main actor.
  private static let maxSearched = 1_000

  /// Called when the background has found that items have left.
  var onChange: (@MainActor () -> Void)?

  private let view: ListView<ItemRows>
  private let rows: ItemRows
  private var lookup = Lookup.idle

  init(_ view: ListView<ItemRows>, _ rows: ItemRows) { (self.view, self.rows) = (view, rows) }

  // MARK: - Selecting

  /// How many items are selected.
  var count: Int { view.markedCount }

  /// Selects the item under the cursor or not, and goes on to the next row.
  func toggle() {
    view.toggleMark()
    view.select { $0.move(by: 1) }
  }

  /// Selects everything in the list now, or nothing if all of it is.
  ///
  /// - Returns: whether it is selected now.
  func toggleAll() -> Bool {
    guard count < rows.count else {
      view.unmarkAll()
      return false
    }
    if lookup == .running { lookup = .stale }
    view.markAll()
    return true
  }

  /// Selects items again, unless others have been selected since.
  ///
  /// - Returns: whether they are selected now.
  func restore(_ marking: ListMarking<PersistentIdentifier>) -> Bool {
    guard marking.count > 0, count == 0 else { return false }
    view.mark(marking)
    dropGoneItems()
    return count > 0
  }

  // MARK: - Items that have left

  /// Takes what has left the list out of the selection; what takes long is looked up in the background.
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

  /// One look-up at a time; if the list changed meanwhile, its answer is stale.
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
