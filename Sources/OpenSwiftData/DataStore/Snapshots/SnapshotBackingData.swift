/// Backing data with the values of a snapshot.
struct SnapshotBackingData<Model: PersistentModel>: BackingData {
  var values: DefaultSnapshot

  var persistentModelID: PersistentIdentifier? { values.persistentIdentifier }

  /// Gives the attributes to a model; what can't be read gets its default.
  func fill(_ model: Model) {
    for property in Model._$properties.stored where property.destination == nil {
      guard case .attribute(let value) = values.values[property.name],
        (try? property.restore(value, in: model)) != nil
      else { property.loadPlaceholder(into: model); continue }
    }
  }

  /// Sets an attribute; a value that can't be stored, and a relationship, leave the snapshot as it is.
  mutating func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    guard let property = Model._$properties.property(for: keyPath), let value = try? property.column(of: newValue)
    else { return }
    values.values[property.name] = .attribute(value)
  }
}

extension BackingData {
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
