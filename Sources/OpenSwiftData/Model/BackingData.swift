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

  /// The value of a property.
  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value

  /// Sets the value of a property; what is set is seen by all who have the data.
  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)

  /// Sets the model at the other end of a relationship.
  func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)

  /// Sets the model at the other end of a relationship, or none.
  func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?)

  /// Sets the models at the other end of a relationship.
  func setValue<Value: RelationshipCollection>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
}

extension BackingData {
  /// The value of a property, as a model made from the data has it.
  ///
  /// - Complexity: a model is made from the data for each call.
  public func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    Model(backingData: self)[keyPath: keyPath]
  }

  /// Refuses: data that can be set implements this by itself, as the library's own does.
  public func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    preconditionFailure("\(Self.self) has no way to set \(keyPath)")
  }
}

extension BackingData {
  /// Sets the model at the other end of a relationship, like any other value.
  public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    setAnyValue(forKey: keyPath, to: newValue)
  }

  /// Sets the model at the other end of a relationship, or none, like any other value.
  public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?) {
    setAnyValue(forKey: keyPath, to: newValue)
  }

  /// Sets the models at the other end of a relationship, like any other value.
  public func setValue<Value: RelationshipCollection>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    setAnyValue(forKey: keyPath, to: newValue)
  }

  /// Without knowing more of the value's type, so that the requirement for values of any type is called.
  private func setAnyValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}

/// Backing data without values: the model is a fault, and a context fills it.
struct FaultBackingData<Model: PersistentModel>: BackingData, Sendable {
  var persistentModelID: PersistentIdentifier? { nil }

  func fill(_ model: Model) {}
}
