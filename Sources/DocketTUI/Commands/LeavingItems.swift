import DocketData
import SwiftData

/// Which items leave the view with a change of the person's, since no row tells of those any more.
@MainActor
final class LeavingItems {
  private let items: ItemList
  private let targets: ItemTargets
  private let listing: Listing
  private let query: ItemQuery
  /// The items, if they are few enough to be looked at one by one; nil for more, which are counted in the store.
  private let few: [PersistentIdentifier]?
  /// Those of them that are in view before the change.
  private var shown: [PersistentIdentifier] = []

  /// - Parameter areDeleted: whether the change deletes the items, which says so itself.
  init(of targets: ItemTargets, from items: ItemList, areDeleted: Bool) {
    (self.items, self.targets, listing, query) = (items, targets, items.listing, items.query)
    few = areDeleted ? [] : targets.identifiers(upTo: ItemList.maxSearched)
    // Some of several may have to be read, which would show what the change has committed.
    if few?.count != 1 { noteShown() }
  }

  /// Notes whether the one item is in view, without delaying the change: it is on the screen, so that nothing is read.
  ///
  /// Call it when the change was started, in the same turn of the main actor.
  func noteOneShown() {
    if few?.count == 1 { noteShown() }
  }

  private func noteShown() { shown = few?.filter(items.isShown) ?? [] }

  /// More are not counted: that would take longer than the change.
  private static let maxCounted = 10_000

  /// Counts, after the change, those of many items that are still in view; nil if there is nothing to count.
  ///
  /// A call hops to another thread and back to the handler's while the screen waits, so there is none in vain.
  var count: (@Sendable (DataHandler) async -> Int?)? {
    guard few == nil, !query.isEmpty, targets.count <= Self.maxCounted else { return nil }
    return { [targets, query] handler in
      try? await handler.itemCount(ids: targets.identifiers(), matching: query)
    }
  }

  /// What is said once the change is saved; nil if nothing has left, or if another list is shown by then.
  ///
  /// - Parameter staying: how many of many items are still in view; nil if they were not counted.
  func words(staying: Int?) -> String? {
    guard items.listing == listing else { return nil }
    let gone = few == nil ? nil : shown.filter { items.rows.item($0) != nil && !items.isShown($0) }
    let count = gone?.count ?? staying.map { targets.count - $0 } ?? 0
    if count == 1, let id = gone?.first { return "\(items.words(for: id)) left this view" }
    return count > 0 ? "\(Quantity(count, "item")) left this view" : nil
  }
}
