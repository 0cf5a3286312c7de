import Foundation
import SwiftData

extension DataHandler {
  /// Where items go in the manual order.
  public enum Place: Hashable, Sendable {
    case first
    case last
    case before(PersistentIdentifier)
    case after(PersistentIdentifier)
  }

  /// A direction in the manual order: towards the first item, or towards the last.
  public enum Direction: Hashable, Sendable {
    case earlier, later
  }

  /// Moves items in the manual order, so that they follow each other in the order given.
  ///
  /// Only the moved items get new order keys. Between two items with one key, which two machines made, there is no room:
  /// then what follows gets new ones too, as few as possible.
  ///
  /// - Parameter date: their new update time; that of their neighbours stays.
  /// - Throws: `ItemError.noSuchItem`; none is moved then.
  public func moveItems(ids: [PersistentIdentifier], to place: Place, at date: Date = Date()) throws {
    try perform(at: date) { recorder in (try move(ids, to: place, recorder), ()) }
  }

  /// Moves items past the next one in the manual order that stands beside them in what a query finds.
  ///
  /// That is a sibling, or any other root of the query's outline if they are roots, too. The items follow each other
  /// then. At the end of the order nothing happens.
  ///
  /// - Parameters:
  ///   - query: which items count; others are skipped.
  ///   - date: their new update time.
  /// - Returns: whether there was an item to move past.
  /// - Throws: `ItemError.noSuchItem`; none is moved then.
  @discardableResult
  public func shiftItems(
    ids: [PersistentIdentifier], _ direction: Direction, among query: ItemQuery, at date: Date = Date()
  ) throws -> Bool {
    // The next one is looked up under the lock: others move items too.
    try perform(at: date) { recorder in
      let ids = try inManualOrder(ids)
      guard let edge = direction == .later ? ids.last : ids.first,
        let next = try neighbour(of: try model(edge), direction, among: query, except: Set(ids))
      else { return (StepDescription([]) { _ in "move" }, false) }
      let place = direction == .later ? Place.after(next.persistentModelID) : .before(next.persistentModelID)
      return (try move(ids, to: place, recorder), true)
    }
  }

  private func inManualOrder(_ ids: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    let items = try ChangedItems(ids, [.position, .uid], in: modelContext)
    let places = zip(items[.position], items[.uid]).map { key, uid in
      (OrderKey(stored: key.text ?? ""), uid.uuid?.uuidString ?? "")
    }
    return try places.indices.sorted { places[$0] < places[$1] }.map { try identifier(number: items.keys[$0]) }
  }

  private func gap(at place: Place) throws -> ManualOrder.Gap {
    switch place {
    case .first: .first
    case .last: .last
    case .before(let id): .before(try model(id))
    case .after(let id): .after(try model(id))
    }
  }

  /// - Returns: the step's description.
  private func move(
    _ ids: [PersistentIdentifier], to place: Place, _ recorder: JournalRecorder
  ) throws -> StepDescription {
    var items = try ChangedItems(ids, [.position], in: modelContext)
    try setPlace(of: &items, to: place, recorder)
    try recorder.write(items, in: modelContext)
    return StepDescription(items) { _ in "move" }
  }

  /// Gives items, read with their places, new places that follow each other; what makes room for them is recorded.
  func setPlace(of items: inout ChangedItems, to place: Place, _ recorder: JournalRecorder) throws {
    let ids = try items.keys.map { try identifier(number: $0) }
    let order = ManualOrder(context: modelContext, moving: Set(ids))
    let keys = try order.keys(for: items.keys.count, at: gap(at: place)) { neighbour in
      try recorder.willChange(neighbour, [.position], isUpdate: false)
    }
    items.set(.position, to: keys.map { .text($0.text) })
  }

  /// The next item in a direction that stands beside another one.
  private func neighbour(
    of item: Item, _ direction: Direction, among query: ItemQuery, except ids: Set<PersistentIdentifier>
  ) throws -> Item? {
    let key = item.orderKey
    let order = ItemOrder(.manual, isAscending: direction == .later)
    let beyond = order.isAscending ? #Predicate<Item> { $0.orderKey >= key } : #Predicate { $0.orderKey <= key }
    var descriptor = FetchDescriptor<Item>(
      predicate: Predicate(all: [query.predicate, beyond, neighbours(of: item, query)].compactMap(\.self)),
      sortBy: order.descriptors())
    // At least one of them is not moved, unless several have one key.
    var limit = ids.count + 2
    while true {
      descriptor.fetchLimit = limit
      let found = try modelContext.fetchIdentifiers(descriptor)
      for id in found where !ids.contains(id) {
        let candidate = try model(id)
        if order.isAscending ? Item.inManualOrder(item, candidate) : Item.inManualOrder(candidate, item) {
          return candidate
        }
      }
      if found.count < limit { return nil }
      limit *= 4
    }
  }

  private func neighbours(of item: Item, _ query: ItemQuery) -> Predicate<Item> {
    // Negated, so that the index of order keys is used rather than that of parents: most items have no parent.
    if let outline = QueryOutline(query), outline.isRoot(item) {
      return Predicate(not: Predicate(not: outline.standsAlone))
    }
    guard let parent = item.parent?.persistentModelID else { return #Predicate { !($0.parent != nil) } }
    return #Predicate { $0.parent?.persistentModelID == parent }
  }
}

/// Finds order keys between items, and makes room where two items have one.
private struct ManualOrder {
  enum Gap {
    case first, last, before(Item), after(Item)
  }

  let context: ModelContext
  /// The items being moved; only their identifiers are read, since there may be many.
  let moving: Set<PersistentIdentifier>

  /// Ascending keys in a gap.
  ///
  /// - Parameter willMove: is called before an item gets a new key to make room.
  func keys(for count: Int, at gap: Gap, willMove: (Item) throws -> Void) throws -> [OrderKey] {
    let start = try item(before: gap)
    // What another program stored may be no key; then there is none after it.
    var (lower, before): (Item?, [Item]) = (start, [])
    while let item = lower, !item.orderKey.isWellFormed {
      before.insert(item, at: 0)
      lower = try neighbours(of: item, 1, ascending: false).first.map(model)
    }
    var moved = 0
    while true {
      // The items right behind the gap move up, as few as possible.
      let followers = try neighbours(of: start, moved + 1, ascending: true)
      let upper = followers.count > moved ? try model(followers[moved]).orderKey : nil
      let afterCount = min(moved, followers.count)
      if let keys = OrderKey.keys(before.count + count + afterCount, between: lower?.orderKey, upper) {
        let after = try models(Array(followers.prefix(afterCount)))
        let (first, last) = (keys.prefix(before.count), keys.dropFirst(before.count + count))
        for (item, key) in zip(before + after, first + last) {
          try willMove(item)
          item.orderKey = key
        }
        return Array(keys.dropFirst(before.count).prefix(count))
      }
      moved = max(1, moved * 2)
    }
  }

  /// The item right before a gap; nil at the beginning.
  private func item(before gap: Gap) throws -> Item? {
    switch gap {
    case .first: nil
    case .last: try neighbours(of: nil, 1, ascending: false).first.map(model)
    case .after(let item): item
    case .before(let item): try neighbours(of: item, 1, ascending: false).first.map(model)
    }
  }

  /// The items next to one, or next to the end, in one direction, without those that are moving.
  private func neighbours(of item: Item?, _ count: Int, ascending: Bool) throws -> [PersistentIdentifier] {
    // Items with the same key may come in between.
    var limit = count + moving.count + 8
    while true {
      let found = try ordered(from: item?.orderKey, limit: limit, ascending: ascending)
      let place = item.flatMap { found.firstIndex(of: $0.persistentModelID) }
      let rest = place.map { found[($0 + 1)...] } ?? found[...]
      let isPassed = item == nil || rest.count < found.count
      let wanted = rest.lazy.filter { !moving.contains($0) }.prefix(count)
      if found.count < limit || isPassed && wanted.count == count { return Array(wanted) }
      limit *= 4
    }
  }

  private func model(_ id: PersistentIdentifier) throws -> Item {
    guard let item: Item = try context.fetchModel(for: id) else { throw ItemError.noSuchItem(id.primaryKey ?? 0) }
    return item
  }

  /// Items in the order of their identifiers, read in one query.
  private func models(_ ids: [PersistentIdentifier]) throws -> [Item] {
    let items = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return try withExtendedLifetime(items) { try ids.map(model) }
  }

  private func ordered(from key: OrderKey?, limit: Int, ascending: Bool) throws -> [PersistentIdentifier] {
    var descriptor = FetchDescriptor<Item>(sortBy: ItemOrder(.manual, isAscending: ascending).descriptors())
    if let key {
      descriptor.predicate = ascending ? #Predicate { $0.orderKey >= key } : #Predicate { $0.orderKey <= key }
    }
    descriptor.fetchLimit = limit
    return try context.fetchIdentifiers(descriptor)
  }
}
