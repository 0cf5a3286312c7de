/// The source of a new model's values.
///
/// Source: SwiftData, `BackingData`.
public protocol BackingData<Model> {
  /// The model type that the data belongs to.
  associatedtype Model: PersistentModel

  /// The identifier of the row, or nil if the data belongs to no row.
  var persistentModelID: PersistentIdentifier? { get }

  /// Copies the values to a model that was just created from this data.
  func fill(_ model: Model)

  /// The value of a property.
  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value

  /// Sets the value of a property, for everyone who has the data.
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
  /// - Complexity: each call makes a model from the data.
  public func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    Model(backingData: self)[keyPath: keyPath]
  }

  /// Stops the program: data that can be set implements this itself, as the library's own does.
  public func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    preconditionFailure("\(Self.self) has no way to set \(keyPath)")
  }

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

  /// Selects the requirement for values of any type.
  private func setAnyValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    setValue(forKey: keyPath, to: newValue)
  }
}

/// Backing data without values: the model is a fault, and a context fills it.
struct FaultBackingData<Model: PersistentModel>: BackingData, Sendable {
  var persistentModelID: PersistentIdentifier? { nil }

  func fill(_ model: Model) {}
}

private struct ModelBackingData<Model: PersistentModel>: BackingData {
  let model: Model

  var persistentModelID: PersistentIdentifier? {
    model._$record.state == .detached ? nil : model.persistentModelID
  }

  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value { model.getValue(forKey: keyPath) }

  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    model.setValue(forKey: keyPath, to: newValue)
  }

  /// Copies the attributes to another model; one that was never set gets its default, if it has one.
  func fill(_ other: Model) {
    for property in Model._$properties.all where property.destination == nil {
      if let value = try? property.sqliteValue(of: model), (try? property.restore(value, in: other)) != nil { continue }
      if property.hasDefault { property.loadPlaceholder(into: other) }
    }
  }
}

extension PersistentModel {
  /// The model's values as backing data: reading and setting them there reads and sets the model's own.
  ///
  /// A model that is made from it gets copies of the attributes, but not the relationships.
  ///
  /// Source: SwiftData, `PersistentModel.persistentBackingData`.
  public var persistentBackingData: any BackingData<Self> { ModelBackingData(model: self) }

  /// Backing data without values, to set before a model is made from it.
  ///
  /// Source: SwiftData, `PersistentModel.createBackingData()`.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    ModelBackingData(model: P(backingData: FaultBackingData()))
  }
}
