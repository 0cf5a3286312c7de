import Foundation
import SwiftData

/// A sort order of items.
public struct ItemOrder: Hashable, Sendable {
  /// What items are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// When the item was changed or marked as current last.
    case updated
    case created
    case title
    /// The due date; items without one come last, or first in reverse.
    case due
    /// When the item was done; open items come first, or last in reverse, and among them what was updated first.
    case done
    /// The priority, from none to high, and the time of the update among equals.
    case priority
    case manual
    /// How much speaks for doing it now.
    case urgency
    /// The section of the agenda, the urgency among the items of one, and the due date among equals.
    case agenda
  }

  /// What items are sorted by.
  public let key: Key
  /// Whether the smallest value comes first.
  public let isAscending: Bool

  /// Creates an order.
  public init(_ key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }

  /// The default order: what was updated last comes first.
  public static let standard = ItemOrder(.updated, isAscending: false)

  /// The reverse order.
  public var reversed: ItemOrder { ItemOrder(key, isAscending: !isAscending) }

  /// Parses an order: `due`, `-created`; also `prio`, and `timestamp` for updated.
  public init?(typed text: some StringProtocol) {
    let isReversed = text.hasPrefix("-")
    guard let key = Key(typed: text.lowercased().dropFirst(isReversed ? 1 : 0)) else { return nil }
    self.init(key, isAscending: !isReversed)
  }

  /// The order as it is typed.
  public var typed: String { (isAscending ? "" : "-") + key.rawValue }
}

extension ItemOrder.Key {
  fileprivate init?(typed text: some StringProtocol) {
    switch text {
    case "timestamp": self = .updated
    case "prio": self = .priority
    default: self.init(rawValue: String(text))
    }
  }
}

extension FetchDescriptor where T == Item {
  /// The items that match a query, or all.
  ///
  /// - Parameters:
  ///   - order: the order if the query names none; nil for the order of the numbers.
  ///   - limit: the largest number of items; nil for all.
  ///   - weights: what the parts of urgency count, for orders by it.
  public static func items(
    matching query: ItemQuery? = nil, order: ItemOrder? = .standard, limit: Int? = nil,
    weights: Urgency.Weights = Urgency.Weights()
  ) -> FetchDescriptor<Item> {
    let orders = query?.orders ?? []
    let urgency = Urgency(weights, at: query?.reference ?? DateReference())
    var descriptor = FetchDescriptor(
      predicate: query?.predicate,
      sortBy: (orders.isEmpty ? [order].compactMap(\.self) : orders).flatMap { $0.descriptors(urgency) })
    descriptor.fetchLimit = limit
    return descriptor
  }
}

extension ItemOrder {
  /// The order as sort descriptors; but for urgency and agenda, one index returns it.
  ///
  /// - Parameter urgency: the measure of urgency, for orders by it.
  public func descriptors(_ urgency: @autoclosure () -> Urgency = Urgency()) -> [SortDescriptor<Item>] {
    let direction: SortOrder = isAscending ? .forward : .reverse
    return switch key {
    case .updated: [SortDescriptor(\Item.timestamp, order: direction)]
    case .created: [SortDescriptor(\Item.createTimestamp, order: direction)]
    case .title: [SortDescriptor(\Item.title, comparator: .lexical, order: direction)]
    case .due: [SortDescriptor(\Item.deadline, order: direction)]
    case .done:
      [SortDescriptor(\Item.completedAt, order: direction), SortDescriptor(\Item.timestamp, order: direction)]
    case .priority:
      [SortDescriptor(\Item.priority, order: direction), SortDescriptor(\Item.timestamp, order: direction)]
    case .manual: [SortDescriptor(\Item.orderKey, order: direction), SortDescriptor(\Item.uid, order: direction)]
    case .urgency: [SortDescriptor(urgency().expression, order: direction)]
    case .agenda:
      [
        SortDescriptor(AgendaSection.expression(at: urgency().reference), order: direction),
        SortDescriptor(urgency().expression, order: reversed.isAscending ? .forward : .reverse),
        SortDescriptor(\Item.deadline, order: direction),
      ]
    }
  }
}
