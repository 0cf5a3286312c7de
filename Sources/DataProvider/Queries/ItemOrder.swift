import Foundation
import SwiftData

/// An order of items that the list can show.
public struct ItemOrder: Hashable, Sendable {
  /// What the items are ordered by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// When the item was last marked as current.
    case timestamp
    /// When the item was added.
    case created
    /// The title.
    case title
  }

  /// What the items are ordered by.
  public let key: Key
  /// Whether the smallest comes first.
  public let isAscending: Bool

  /// Creates an order.
  public init(_ key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }

  /// What was marked as current last comes first.
  public static let standard = ItemOrder(.timestamp, isAscending: false)
}

extension FetchDescriptor where T == Item {
  /// All items in an order.
  public static func items(order: ItemOrder) -> FetchDescriptor<Item> {
    let direction: SortOrder = order.isAscending ? .forward : .reverse
    let sort =
      switch order.key {
      case .timestamp: SortDescriptor(\Item.timestamp, order: direction)
      case .created: SortDescriptor(\Item.createTimestamp, order: direction)
      case .title: SortDescriptor(\Item.title, comparator: .lexical, order: direction)
      }
    return FetchDescriptor(sortBy: [sort])
  }
}
