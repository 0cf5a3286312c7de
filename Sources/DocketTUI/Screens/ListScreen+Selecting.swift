import SwiftData

/// The items that commands act on, other than the one under the cursor.
extension ListScreen {
  /// Selects, and goes on to the next row.
  func toggleSelection() {
    list.toggleMark()
    list.select { $0.move(by: 1) }
  }

  func selectAll() {
    if list.markedCount >= rows.count { list.unmarkAll() } else { list.markAll() }
  }

  /// Takes the marks off new items of ours as they come into the list.
  func unselectNewcomers() {
    let come = unselectedNewcomers.filter { rows.index(of: $0, near: list.selection.index) != nil }
    for id in come { list.unmark(id) }
    unselectedNewcomers.subtract(come)
  }

  /// Takes away what has left the list; what takes long to find out is found out in the background.
  func dropSelectionOfGoneItems() {
    let named = list.marking.named
    guard !named.isEmpty else { return }
    guard ItemTargets.areFew(named.count, of: rows.count) else { return lookForGoneItems() }
    list.forgetMarks { rows.index(of: $0) == nil }
  }

  /// One search at a time; if the list changed meanwhile, its answer is no answer any more.
  private func lookForGoneItems() {
    guard goneItems == .known else { return goneItems = .soughtInVain }
    goneItems = .sought
    let (named, shown) = (list.marking.named, rows.shownItems)
    Task { [weak self] in
      let gone = await Self.gone(named, from: shown)
      guard let self else { return }
      let isCurrent = goneItems == .sought
      goneItems = .known
      guard isCurrent else { return dropSelectionOfGoneItems() }
      if !gone.isEmpty { list.forgetMarks { gone.contains($0) } }
      application?.setNeedsDisplay()
    }
  }

  @concurrent
  private nonisolated static func gone(
    _ named: Set<PersistentIdentifier>, from shown: ShownItems
  ) async -> Set<PersistentIdentifier> {
    var gone = named
    shown.forEach { gone.remove($0) }
    return gone
  }
}

/// What is known of selected items that have left the list.
enum GoneItems {
  case known
  /// They are being looked for.
  case sought
  /// The same, but the list has changed since.
  case soughtInVain
}
