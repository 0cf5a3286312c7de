import SwiftData
import TerminalUI

/// The items that commands act on, other than the one under the cursor.
extension ListScreen {
  /// Selects, and goes on to the next row.
  func toggleSelection() {
    list.toggleMark()
    list.select { $0.move(by: 1) }
  }

  func selectAll() {
    guard list.markedCount < rows.count else { return list.unmarkAll() }
    goneItems.becomeOutdated()
    list.markAll()
    // What comes in later is not selected.
    if actions.works.contains(where: { !$0.isChange }) {
      say("selected \(list.markedCount.grouped) items; more are coming in")
    }
  }

  /// Takes away what has left the list; what takes long to find out is found out in the background.
  func dropSelectionOfGoneItems() {
    switch list.marking {
    case .these(let ids) where ids.isEmpty: break
    case .these(let ids) where ItemTargets.areFew(ids.count, of: rows.count):
      list.forgetMarks { rows.index(of: $0) == nil }
    case .all(let all) where max(all.snapshot.count, rows.count) <= Self.mostLookedThrough:
      forget(GoneRows(list.marking, from: rows.shownItems))
    case .these, .all: lookForGoneItems()
    }
  }

  /// The longest list that is looked through on the main actor.
  private static let mostLookedThrough = 1_000

  private func forget(_ gone: GoneRows) {
    if !gone.named.isEmpty { list.forgetMarks { gone.named.contains($0) } }
    list.noteMarkedRowsGone(gone.count)
  }

  /// One search at a time; if the list changed meanwhile, its answer is no answer any more.
  private func lookForGoneItems() {
    guard goneItems == .known else { return goneItems = .soughtInVain }
    goneItems = .sought
    let (marking, shown) = (list.marking, rows.shownItems)
    Task { [weak self] in
      let gone = await Self.gone(marking, from: shown)
      guard let self else { return }
      let isCurrent = goneItems == .sought
      goneItems = .known
      guard isCurrent else { return dropSelectionOfGoneItems() }
      forget(gone)
      application?.setNeedsDisplay()
    }
  }

  @concurrent
  private nonisolated static func gone(
    _ marking: ListMarking<PersistentIdentifier>, from shown: ShownItems
  ) async -> GoneRows {
    GoneRows(marking, from: shown)
  }
}

/// What is known of selected items that have left the list.
enum GoneItems {
  case known
  /// They are being looked for.
  case sought
  /// The same, but the list has changed since.
  case soughtInVain

  /// What is being looked for is another thing from now on.
  mutating func becomeOutdated() {
    if self == .sought { self = .soughtInVain }
  }
}
