import Foundation
import SwiftData

extension DataHandler {
  /// The values of items, in the order of the list.
  ///
  /// - Parameters:
  ///   - order: the order.
  ///   - limit: the largest number of items, nil for all.
  /// - Throws: `StoreError` if the store can't be read.
  public func items(order: ItemOrder = .standard, limit: Int? = nil) throws -> [ItemValues] {
    var descriptor = FetchDescriptor<Item>.items(order: order)
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map(ItemValues.init)
  }

  /// The identifiers of the items, in the order of the list.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func itemIdentifiers(order: ItemOrder = .standard, limit: Int? = nil) throws -> [PersistentIdentifier] {
    var descriptor = FetchDescriptor<Item>.items(order: order)
    descriptor.fetchLimit = limit
    return try modelContext.fetchIdentifiers(descriptor)
  }

  /// The number of items.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func itemCount() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Item>()) }

  /// The values of one item.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func item(id: PersistentIdentifier) throws -> ItemValues { ItemValues(try model(id)) }

  /// The values of items, in the order of the identifiers.
  ///
  /// - Throws: `ItemError.noSuchItem` for the first that is not there.
  public func items(ids: [PersistentIdentifier]) throws -> [ItemValues] { try models(ids).map(ItemValues.init) }

  /// The values of the items that an item consists of, in the manual order.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func parts(of id: PersistentIdentifier) throws -> [ItemValues] {
    try model(id).subitems.sorted { $0.position < $1.position }.map(ItemValues.init)
  }

  /// The identifier behind the number that people use for an item, whether there is one or not.
  public nonisolated func identifier(number: Int64) throws -> PersistentIdentifier {
    try modelContainer.identifier(of: Item.self, primaryKey: number)
  }
}

extension DataHandler {
  /// The values of the items that match a query, in its order.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - order: the order where the query does not say.
  ///   - limit: the largest number of items, nil for all.
  /// - Throws: `StoreError` if the store can't be read.
  public func items(
    matching query: ItemQuery, order: ItemOrder = .standard, limit: Int? = nil
  ) throws -> [ItemValues] {
    try modelContext.fetch(.items(matching: query, order: order, limit: limit)).map(ItemValues.init)
  }

  /// The identifiers of the items that match a query, in its order.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func itemIdentifiers(
    matching query: ItemQuery, order: ItemOrder = .standard, limit: Int? = nil
  ) throws -> [PersistentIdentifier] {
    try modelContext.fetchIdentifiers(.items(matching: query, order: order, limit: limit))
  }

  /// The number of items that match a query.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func itemCount(matching query: ItemQuery) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Item>(predicate: query.predicate))
  }
}
