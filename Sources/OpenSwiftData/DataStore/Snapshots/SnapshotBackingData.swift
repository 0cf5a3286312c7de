/// Backing data with the values of a snapshot.
struct SnapshotBackingData<Model: PersistentModel>: BackingData {
  let values: DefaultSnapshot

  var persistentModelID: PersistentIdentifier? { values.persistentIdentifier }

  /// Gives the attributes to a model; what can't be read gets its default.
  func fill(_ model: Model) {
    for property in Model._$properties.stored where property.destination == nil {
      guard case .attribute(let value) = values.values[property.name],
        (try? property.restore(value, in: model)) != nil
      else { property.loadPlaceholder(into: model); continue }
    }
  }
}

extension BackingData {
  /// The value of a property.
  ///
  /// - Complexity: a model is made from the data for each call.
  public func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    Model(backingData: self)[keyPath: keyPath]
  }

  /// The values as a snapshot; those of a snapshot are the same, whatever relationships it has.
  var snapshot: DefaultSnapshot {
    if let data = self as? SnapshotBackingData<Model> { return data.values }
    let model = Model(backingData: self)
    var values: [String: SnapshotValue] = [:]
    for property in Model._$properties.stored where property.destination == nil {
      values[property.name] = (try? property.sqliteValue(of: model)).map { .attribute($0) }
    }
    return DefaultSnapshot(persistentIdentifier: persistentModelID ?? model.persistentModelID, values: values)
  }
}
