import DocketLocking
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
  /// Only the moved items get new positions. If there is no room between two positions, which takes about forty moves
  /// to one place, some neighbours get new ones too.
  ///
  /// - Parameter date: their new update time; that of their neighbours stays.
  /// - Throws: `ItemError.noSuchItem`; none is moved then.
  public func moveItems(ids: [PersistentIdentifier], to place: Place, at date: Date = Date()) throws {
    try perform(at: date) { recorder in (try move(ids, to: gap(at: place), recorder), ()) }
  }

  /// Moves items past the next sibling in the manual order that matches a query.
  ///
  /// The items follow each other then. At the end of the order nothing happens.
  ///
  /// - Parameters:
  ///   - query: which siblings count; others are skipped.
  ///   - date: their new update time.
  /// - Returns: whether there was an item to move past.
  /// - Throws: `ItemError.noSuchItem`; none is moved then.
  @discardableResult
  public func shiftItems(
    ids: [PersistentIdentifier], _ direction: Direction, among query: ItemQuery, at date: Date = Date()
  ) throws -> Bool {
    // The next sibling is looked up under the lock: others move items too.
    try perform(at: date) { recorder in
      let ids = try inManualOrder(ids)
      guard let edge = direction == .later ? ids.last : ids.first,
        let next = try sibling(of: try model(edge), direction, among: query, except: Set(ids))
      else { return (StepDescription([]) { _ in "move" }, false) }
      return (try move(ids, to: direction == .later ? .after(next) : .before(next), recorder), true)
    }
  }

  private func inManualOrder(_ ids: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    let items = try ChangedItems(ids, [.position], in: modelContext)
    let positions = items[.position].map { $0.real ?? 0 }
    return try positions.indices.sorted { positions[$0] < positions[$1] }.map { try identifier(number: items.keys[$0]) }
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
    _ ids: [PersistentIdentifier], to gap: ManualOrder.Gap, _ recorder: JournalRecorder
  ) throws -> StepDescription {
    var items = try ChangedItems(ids, [.position], in: modelContext)
    let order = ManualOrder(context: modelContext, moving: Set(ids))
    let positions = try order.positions(for: items.keys.count, at: gap) { neighbour in
      try recorder.willChange(neighbour, [.position], isUpdate: false)
    }
    items.set(.position, to: positions.map { .real($0) })
    try recorder.write(items, in: modelContext)
    return StepDescription(items.keys) { _ in "move" }
  }

  /// The next item in a direction that has the same parent.
  private func sibling(
    of item: Item, _ direction: Direction, among query: ItemQuery, except ids: Set<PersistentIdentifier>
  ) throws -> Item? {
    let isLater = direction == .later
    let position = item.position
    let beyond = isLater ? #Predicate<Item> { $0.position > position } : #Predicate { $0.position < position }
    var descriptor = FetchDescriptor<Item>(
      predicate: Predicate(all: [query.predicate, beyond, siblings(of: item)].compactMap(\.self)),
      sortBy: [SortDescriptor(\.position, order: isLater ? .forward : .reverse)])
    // At least one of them is not moved.
    descriptor.fetchLimit = ids.count + 1
    return try modelContext.fetch(descriptor).first { !ids.contains($0.persistentModelID) }
  }

  private func siblings(of item: Item) -> Predicate<Item> {
    // Negated, so that the index of positions is used rather than that of parents: most items have no parent.
    guard let parent = item.parent?.persistentModelID else { return #Predicate { !($0.parent != nil) } }
    return #Predicate { $0.parent?.persistentModelID == parent }
  }
}

/// Positions in the manual order: numbers, so that there is room between any two.
public enum Position {
  private static let last = Lock(0.0)

  /// A position after all that this function returned before: the seconds since 2001, or a little more.
  ///
  /// It orders items by when they were added; code that knows the items puts a new one after the last of them.
  public static func atTheEnd() -> Double {
    last.withLock { last in
      last = max(last + 1.0 / 1024, Date().timeIntervalSinceReferenceDate.rounded(.down))
      return last
    }
  }
}

/// Finds positions between items, and makes room where there is none.
private struct ManualOrder {
  enum Gap {
    case first, last, before(Item), after(Item)
  }

  /// How many neighbours are moved at first to make room; each further attempt moves four times as many.
  private static let neighbourhood = 16

  let context: ModelContext
  let moving: Set<PersistentIdentifier>

  /// Ascending positions in a gap.
  ///
  /// - Parameter willMove: is called before an item gets a new position to make room.
  func positions(for count: Int, at gap: Gap, willMove: (Item) throws -> Void) throws -> [Double] {
    let start = try item(before: gap)
    var moved = 0
    while true {
      // The items right behind the gap move up, as few as possible.
      let followers = try neighbours(of: start, moved + 1, ascending: true)
      let upper = followers.count > moved ? followers[moved].position : nil
      if let positions = Self.spread(count + min(moved, followers.count), start?.position, upper) {
        for (item, position) in zip(followers, positions.dropFirst(count)) {
          try willMove(item)
          item.position = position
        }
        return Array(positions.prefix(count))
      }
      moved = max(Self.neighbourhood, moved * 4)
    }
  }

  /// Evenly spaced numbers between two others; nil if there is no room.
  private static func spread(_ count: Int, _ lower: Double?, _ upper: Double?) -> [Double]? {
    let positions: [Double] = (0..<count).map { index in
      switch (lower, upper) {
      case (nil, nil): Double(index)
      case (let lower?, nil): lower + Double(index + 1)
      case (nil, let upper?): upper - Double(count - index)
      case (let lower?, let upper?): lower + (upper - lower) * (Double(index + 1) / Double(count + 1))
      }
    }
    let all = [lower].compactMap(\.self) + positions + [upper].compactMap(\.self)
    return zip(all, all.dropFirst()).allSatisfy { $0 < $1 } ? positions : nil
  }

  /// The item right before a gap; nil at the beginning.
  private func item(before gap: Gap) throws -> Item? {
    switch gap {
    case .first: nil
    case .last: try neighbours(of: nil, 1, ascending: false).first
    case .after(let item): item
    case .before(let item): try neighbours(of: item, 1, ascending: false).first
    }
  }

  /// The items next to one, or next to the end, in one direction, without those that are moving.
  private func neighbours(of item: Item?, _ count: Int, ascending: Bool) throws -> [Item] {
    // Items with the same position may come in between.
    var limit = count + moving.count + 8
    while true {
      let found = try ordered(from: item?.position, limit: limit, ascending: ascending)
      let rest = item.flatMap { item in found.firstIndex { $0 === item } }.map { found[($0 + 1)...] } ?? found[...]
      let isPassed = item == nil || rest.count < found.count
      let wanted = rest.filter { !moving.contains($0.persistentModelID) }.prefix(count)
      if found.count < limit || isPassed && wanted.count == count { return Array(wanted) }
      limit *= 4
    }
  }

  private func ordered(from position: Double?, limit: Int, ascending: Bool) throws -> [Item] {
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.position, order: ascending ? .forward : .reverse)])
    if let position {
      descriptor.predicate =
        ascending ? #Predicate { $0.position >= position } : #Predicate { $0.position <= position }
    }
    descriptor.fetchLimit = limit
    return try context.fetch(descriptor)
  }
}
