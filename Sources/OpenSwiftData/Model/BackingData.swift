/// Where a new model instance takes its values from.
///
/// Source: SwiftData, `BackingData`.
public protocol BackingData<Model> {
  /// The model type that the data belongs to.
  associatedtype Model: PersistentModel

  /// The identifier of the row, or nil if the data belongs to no row.
  var persistentModelID: PersistentIdentifier? { get }

  /// Gives the values to a model that was just created from this data.
  func fill(_ model: Model)
}

/// Backing data without values: the model is a fault, and a context fills it.
struct FaultBackingData<Model: PersistentModel>: BackingData {
  var persistentModelID: PersistentIdentifier? { nil }

  func fill(_ model: Model) {}
}
