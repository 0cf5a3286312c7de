import Foundation
import SwiftData

extension FetchDescriptor where T == Item {
  /// All items in an order.
  public static func items(order: ItemOrder) -> FetchDescriptor<Item> {
    FetchDescriptor(sortBy: [order.descriptor])
  }

  /// The items that match a query, in the order that it asks for.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - order: the order where the query does not say.
  ///   - limit: the largest number of items, nil for all.
  public static func items(
    matching query: ItemQuery, order: ItemOrder = .standard, limit: Int? = nil
  ) -> FetchDescriptor<Item> {
    let orders = query.orders.isEmpty ? [order] : query.orders
    var descriptor = FetchDescriptor(predicate: query.predicate, sortBy: orders.map(\.descriptor))
    descriptor.fetchLimit = limit
    return descriptor
  }
}

extension ItemOrder {
  /// The order as a sort descriptor.
  public var descriptor: SortDescriptor<Item> {
    let direction: SortOrder = isAscending ? .forward : .reverse
    return switch key {
    case .updated: SortDescriptor(\Item.timestamp, order: direction)
    case .created: SortDescriptor(\Item.createTimestamp, order: direction)
    case .title: SortDescriptor(\Item.title, comparator: .lexical, order: direction)
    case .due: SortDescriptor(\Item.deadline, order: direction)
    case .done: SortDescriptor(\Item.completedAt, order: direction)
    case .priority: SortDescriptor(\Item.priority, order: direction)
    case .manual: SortDescriptor(\Item.position, order: direction)
    }
  }
}
