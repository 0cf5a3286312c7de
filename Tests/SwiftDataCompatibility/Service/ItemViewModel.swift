import Foundation
import SwiftData

/// An item as a value.
public struct ItemViewModel: Equatable, ModelConvertible {
  /// The item, or nil for one that is not stored yet.
  public var id: PersistentIdentifier?
  /// What it is about.
  public var title: String
  /// When it happened.
  public var timestamp: Date

  /// A new item.
  public func makeModel() -> Item { Item(title: title, timestamp: timestamp) }

  /// Takes over what can be edited.
  public func update(_ model: Item) {
    model.title = title
    model.timestamp = timestamp
  }
}

extension Item: ViewModelConvertible {
  /// The item as a value.
  public var viewModel: ItemViewModel { ItemViewModel(id: persistentModelID, title: title, timestamp: timestamp) }
}

typealias ItemService = DataService<Item, ItemViewModel>
