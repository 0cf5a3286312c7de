import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Moves the item under the cursor in the tree: below the item above it, or out of its parent.
@MainActor
struct Nesting {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  var reasonNotToIndent: String? {
    reasonForNoOutline ?? (above == nil ? "there is no item above it that it could be a part of" : nil)
  }

  var reasonNotToOutdent: String? {
    reasonForNoOutline ?? (item?.parent == nil ? "it is no part of another item" : nil)
  }

  /// Why no item stands below another one.
  var reasonForNoOutline: String? {
    if items.rows.isOutline { return nil }
    if items.hasOutline { return "the sub-items are still being read" }
    return items.listing.reasonForNoOutline(items.query.reference)
  }

  /// Makes the item a part of the one above it.
  func indent() {
    guard let above else { return }
    items.rows.unfold(above)
    move(to: .value(above), by: 1, saying: "a part of \(items.words(for: above)) now")
  }

  /// Makes the item a part of what its parent is a part of, or an item of its own.
  func outdent() {
    guard let parent = item?.parent else { return }
    move(
      to: Replacement(parent.parent?.persistentModelID), by: -1,
      saying: "no part of \(items.words(for: parent.persistentModelID)) any more")
  }

  private var item: Item? { items.view.selectedID.flatMap(items.rows.item) }

  /// The nearest item above, at the same level.
  private var above: PersistentIdentifier? {
    guard let index = items.view.selection.index, let id = items.view.selectedID else { return nil }
    let level = items.rows.level(of: id)
    for row in (0..<index).reversed().prefix(Self.maxSearched) {
      let candidate = items.rows.id(at: row)
      let other = items.rows.level(of: candidate)
      if other <= level { return other == level ? candidate : nil }
    }
    return nil
  }

  /// Items with more sub-items than these in view are not looked for.
  private static let maxSearched = 10_000

  /// - Parameter words: what is said of it: in the agenda an item that is due before its parent stands where it stood.
  private func move(to parent: Replacement<PersistentIdentifier>, by levels: Int, saying words: String) {
    guard let id = items.view.selectedID else { return }
    // An item whose parent is out of sight stands by itself already.
    let level = max(0, items.rows.level(of: id) + levels)
    let now = screen.environment.now()
    // Until its new place is known, the cursor may be on another item.
    let arrival = screen.input.expectArrival()
    let isManual = items.order.key == .manual
    Changing(screen).perform(on: items.target(id)) {
      // In another order its place among the others is not to be seen.
      guard isManual else { return _ = try await $0.updateItems(ids: [id], ItemChanges(parent: parent), at: now) }
      try await $0.nestItem(id: id, below: parent.value, at: now)
    } saying: { _ in
      words
    } completion: { [screen] result, _ in
      guard case .success = result else { return screen.input.end(arrival) }
      Waiting(screen).selectFirst(of: [id], ending: arrival, atLevel: level)
    }
  }
}
