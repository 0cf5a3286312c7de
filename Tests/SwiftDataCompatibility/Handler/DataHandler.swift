import Foundation
import SwiftData

/// Every change to items, away from the user interface.
@ModelActor
public actor DataHandler {
  /// Creates a handler that works on the main actor, with the main context.
  @MainActor
  public init(modelContainer: ModelContainer, mainActor _: Bool) {
    let modelContext = modelContainer.mainContext
    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContext)
    self.modelContainer = modelContainer
  }
}

extension DataHandler {
  /// Adds an item.
  @discardableResult
  public func newItem(date: Date) throws -> PersistentIdentifier {
    let item = Item(timestamp: date)
    modelContext.insert(item)
    try modelContext.save()
    return item.persistentModelID
  }

  /// Changes the date of an item, if it is still there.
  public func updateItem(id: PersistentIdentifier, timestamp: Date) throws {
    guard let item = self[id, as: Item.self] else { return }
    item.timestamp = timestamp
    try modelContext.save()
  }

  /// Deletes an item, if it is still there.
  public func deleteItem(id: PersistentIdentifier) throws {
    guard let item = self[id, as: Item.self] else { return }
    modelContext.delete(item)
    try modelContext.save()
  }

  /// The number of items.
  public func itemCount() throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Item>())
  }
}
