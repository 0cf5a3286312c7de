import Foundation
import SwiftData

/// Stores and reads values of any kind that a model stands behind.
@ModelActor
public actor DataService<Model: PersistentModel, ViewModel: Sendable> {
  /// The number of models that match.
  public func count(where predicate: Predicate<Model>? = nil) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor(predicate: predicate))
  }

  /// Deletes a model, if it is still there.
  public func delete(_ id: PersistentIdentifier) throws {
    guard let model = self[id, as: Model.self] else { return }
    modelContext.delete(model)
    try modelContext.save()
  }

  /// The identifiers of all models, in an order.
  public func identifiers(sortBy: [SortDescriptor<Model>] = []) throws -> [PersistentIdentifier] {
    try modelContext.fetchIdentifiers(FetchDescriptor(sortBy: sortBy))
  }
}

extension DataService where Model: ViewModelConvertible, Model.ViewModel == ViewModel {
  /// The values of the models that match, in an order.
  public func fetch(
    where predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = [], limit: Int? = nil
  ) throws -> [ViewModel] {
    var descriptor = FetchDescriptor<Model>(predicate: predicate, sortBy: sortBy)
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map(\.viewModel)
  }

  /// The values of one model, or nil if it is gone.
  public func viewModel(for id: PersistentIdentifier) throws -> ViewModel? {
    let predicate = #Predicate<Model> { $0.persistentModelID == id }
    return try modelContext.fetch(FetchDescriptor(predicate: predicate)).first?.viewModel
  }
}

extension DataService where ViewModel: ModelConvertible, ViewModel.Model == Model {
  /// Changes the model that the value stands for, or adds one.
  @discardableResult
  public func save(_ viewModel: ViewModel) throws -> PersistentIdentifier {
    let model = viewModel.id.flatMap { self[$0, as: Model.self] } ?? inserted(viewModel.makeModel())
    viewModel.update(model)
    try modelContext.save()
    return model.persistentModelID
  }

  /// Adds a model for each value, all of them or none.
  public func save(all viewModels: [ViewModel]) throws {
    try modelContext.transaction {
      for viewModel in viewModels { modelContext.insert(viewModel.makeModel()) }
    }
  }

  private func inserted(_ model: Model) -> Model {
    modelContext.insert(model)
    return model
  }
}
