import Foundation
import SwiftData

/// A model with a view model.
public protocol ViewModelConvertible: PersistentModel {
  associatedtype ViewModel: Sendable

  var viewModel: ViewModel { get }
}

/// A value that can create a model and update it.
public protocol ModelConvertible: Sendable, Identifiable {
  associatedtype Model: PersistentModel

  var id: PersistentIdentifier? { get }
  func makeModel() -> Model
  func update(_ model: Model)
}

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

  /// Copies the editable values to an item.
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
