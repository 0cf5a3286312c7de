/// An actor with a model context of its own; `@ModelActor` makes an actor conform.
///
/// Source: SwiftData, `ModelActor`.
public protocol ModelActor: Actor {
  /// The container whose store the actor works on.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that the actor runs on, which owns its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the context: where the actor's code runs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialExecutor else {
      preconditionFailure("the executor of a model actor must be serial")
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The actor's own context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model of an identifier: registered in this context, or fetched, or nil if there is no such row.
  public subscript<Model: PersistentModel>(id: PersistentIdentifier, as type: Model.Type) -> Model? {
    try? modelContext.fetchModel(for: id)
  }
}
