import SwiftData

/// A model that can be shown as a value.
public protocol ViewModelConvertible: PersistentModel {
  associatedtype ViewModel: Sendable

  var viewModel: ViewModel { get }
}

/// A value that a model can be made from, and brought in line with.
public protocol ModelConvertible: Sendable, Identifiable {
  associatedtype Model: PersistentModel

  var id: PersistentIdentifier? { get }
  func makeModel() -> Model
  func update(_ model: Model)
}
