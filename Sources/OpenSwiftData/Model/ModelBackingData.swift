/// Backing data that reads and writes the values of a model.
struct ModelBackingData<Model: PersistentModel>: BackingData {
  let model: Model

  /// The model's identifier once it is in a context.
  var persistentModelID: PersistentIdentifier? {
    model._$record.state == .detached ? nil : model.persistentModelID
  }

  func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value { model.getValue(forKey: keyPath) }

  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    model.setValue(forKey: keyPath, to: newValue)
  }

  /// Gives the attributes to another model; one that was never set gets its default, if it has one.
  func fill(_ other: Model) {
    for property in Model._$properties.all where property.destination == nil {
      if let value = try? property.sqliteValue(of: model), (try? property.restore(value, in: other)) != nil { continue }
      if property.hasDefault { property.loadPlaceholder(into: other) }
    }
  }
}

extension PersistentModel {
  /// The model's values as backing data: reading and setting them there is reading and setting them here.
  ///
  /// A model that is made from it gets copies of the attributes; a relationship stays with the model that has it.
  ///
  /// Source: SwiftData, `PersistentModel.persistentBackingData`.
  public var persistentBackingData: any BackingData<Self> { ModelBackingData(model: self) }

  /// Backing data without values, which can be set before a model is made from it.
  ///
  /// Source: SwiftData, `PersistentModel.createBackingData()`.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    ModelBackingData(model: P(backingData: FaultBackingData()))
  }
}
