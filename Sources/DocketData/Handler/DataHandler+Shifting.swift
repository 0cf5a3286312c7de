import Foundation
import SwiftData

extension DataHandler {
  /// A direction in the manual order.
  public enum Direction: Hashable, Sendable {
    /// Towards the first item.
    case earlier
    /// Towards the last item.
    case later
  }

  /// Moves items past the next one in the manual order; what does not match a query is passed over, and so are parts of
  /// other items.
  ///
  /// The items stand together then. At the end of the order nothing happens.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - direction: where to.
  ///   - query: what counts as the next item.
  ///   - date: when they were updated by it.
  /// - Returns: whether there was one to move past.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is moved then.
  @discardableResult
  public func shiftItems(
    ids: [PersistentIdentifier], _ direction: Direction, among query: ItemQuery, at date: Date = Date()
  ) throws -> Bool {
    // Which one is the next is asked under the lock: others move items too.
    try perform(at: date) { recorder in
      let items = try models(ids).sorted { $0.position < $1.position }
      guard let edge = direction == .later ? items.last : items.first,
        let next = try next(to: edge, direction, among: query, except: Set(ids))
      else { return (StepWords(items) { _ in "move" }, false) }
      return (try move(items, to: direction == .later ? .after(next) : .before(next), recorder), true)
    }
  }

  /// The next item with the same parent.
  private func next(
    to item: Item, _ direction: Direction, among query: ItemQuery, except ids: Set<PersistentIdentifier>
  ) throws -> Item? {
    let isLater = direction == .later
    let position = item.position
    let beyond = isLater ? #Predicate<Item> { $0.position > position } : #Predicate { $0.position < position }
    var descriptor = FetchDescriptor<Item>(
      predicate: Predicate(all: [query.predicate, beyond, siblings(of: item)].compactMap(\.self)),
      sortBy: [SortDescriptor(\.position, order: isLater ? .forward : .reverse)])
    // One of them at least is none of those that are moved.
    descriptor.fetchLimit = ids.count + 1
    return try modelContext.fetch(descriptor).first { !ids.contains($0.persistentModelID) }
  }

  private func siblings(of item: Item) -> Predicate<Item> {
    // Said the other way round, so that the index of the positions is used rather than that of the parents, which most
    // items have none of.
    guard let parent = item.parent?.persistentModelID else { return #Predicate { !($0.parent != nil) } }
    return #Predicate { $0.parent?.persistentModelID == parent }
  }
}
