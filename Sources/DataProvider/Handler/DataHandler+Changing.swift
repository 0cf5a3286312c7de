import Foundation
import SwiftData

extension DataHandler {
  /// Adds an item.
  ///
  /// - Returns: the identifier of the new row.
  /// - Throws: `ItemError.emptyTitle`, or `StoreError` if it can't be saved.
  @discardableResult
  public func newItem(title: String, timestamp: Date = Date()) throws -> PersistentIdentifier {
    let item = Item(title: try ItemTitle(title).text, timestamp: timestamp, createTimestamp: timestamp)
    modelContext.insert(item)
    try saveOrRollBack()
    return item.persistentModelID
  }

  /// What could not be saved must not wait in the context and go along with the next save.
  private func saveOrRollBack() throws {
    do {
      try modelContext.save()
    } catch {
      modelContext.rollback()
      throw error
    }
  }

  /// Adds many items in one transaction.
  ///
  /// - Throws: `ItemError.emptyTitle` if one of them has no title, or `StoreError`; none is added then.
  public func newItems(_ items: [NewItem]) throws {
    try modelContext.transaction {
      for item in items {
        modelContext.insert(
          Item(title: try ItemTitle(item.title).text, timestamp: item.timestamp, createTimestamp: item.timestamp))
      }
    }
  }

  /// Changes an item's title, its timestamp, or both.
  ///
  /// - Throws: `ItemError.emptyTitle`, `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  public func updateItem(id: PersistentIdentifier, title: String? = nil, timestamp: Date? = nil) throws {
    try updateItems(ids: [id], title: title, timestamp: timestamp)
  }

  /// Changes items in one transaction: all of them, or none.
  ///
  /// - Throws: `ItemError.emptyTitle`, `ItemError.noSuchItem`, or `StoreError` if they can't be saved.
  public func updateItems(ids: [PersistentIdentifier], title: String? = nil, timestamp: Date? = nil) throws {
    let title = try title.map { try ItemTitle($0).text }
    try modelContext.transaction {
      for id in ids {
        let item = try self.item(id)
        if let title { item.title = title }
        if let timestamp { item.timestamp = timestamp }
      }
    }
  }

  /// Deletes an item.
  ///
  /// - Throws: `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  public func deleteItem(id: PersistentIdentifier) throws {
    try deleteItems(ids: [id])
  }

  /// Deletes items in one transaction: all of them, or none.
  ///
  /// - Throws: `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  public func deleteItems(ids: [PersistentIdentifier]) throws {
    try modelContext.transaction {
      for id in ids { modelContext.delete(try self.item(id)) }
    }
  }

  private func item(_ id: PersistentIdentifier) throws -> Item {
    guard let item: Item = try modelContext.fetchModel(for: id) else { throw ItemError.noSuchItem(id.primaryKey ?? 0) }
    return item
  }
}
