import Foundation
import SwiftData

/// Finds places between the items in the manual order, and makes room where there is none.
struct ManualOrder {
  /// Where there is to be room.
  enum Gap {
    case first
    case last
    case before(Item)
    case after(Item)
  }

  /// How many neighbours are looked at first when room has to be made; each further try takes four times as many.
  private static let neighbourhood = 16

  private let context: ModelContext
  private let moving: Set<PersistentIdentifier>

  init(_ context: ModelContext, moving: Set<PersistentIdentifier>) {
    self.context = context
    self.moving = moving
  }

  /// Positions in a gap, ascending.
  ///
  /// - Parameter willMove: is told of an item before it gets another position to make room.
  func positions(for count: Int, at gap: Gap, willMove: (Item) throws -> Void) throws -> [Double] {
    let anchor = try anchor(of: gap)
    var moved = 0
    while true {
      // Those right behind the gap move up, as few as it takes.
      let followers = try neighbours(of: anchor, moved + 1, ascending: true)
      let upper = followers.count > moved ? followers[moved].position : nil
      if let positions = Self.spread(count + min(moved, followers.count), anchor?.position, upper) {
        for (item, position) in zip(followers, positions.dropFirst(count)) {
          try willMove(item)
          item.position = position
        }
        return Array(positions.prefix(count))
      }
      moved = max(Self.neighbourhood, moved * 4)
    }
  }

  /// Numbers between two others, evenly apart; nil if there is no room.
  static func spread(_ count: Int, _ lower: Double?, _ upper: Double?) -> [Double]? {
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

  /// The item that the gap comes after; nil for the beginning.
  private func anchor(of gap: Gap) throws -> Item? {
    switch gap {
    case .first: nil
    case .last: try neighbours(of: nil, 1, ascending: false).first
    case .after(let item): item
    case .before(let item): try neighbours(of: item, 1, ascending: false).first
    }
  }

  /// The items next to one, or next to the end, in one direction; those that are moved do not count.
  private func neighbours(of item: Item?, _ count: Int, ascending: Bool) throws -> [Item] {
    // Items at the same place may come in between.
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
