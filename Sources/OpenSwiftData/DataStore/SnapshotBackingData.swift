import DocketLocking

/// Backing data with the values of a snapshot.
final class SnapshotBackingData<Model: PersistentModel>: BackingData, Sendable {
  private let guarded: Lock<DefaultSnapshot>

  init(values: DefaultSnapshot) { guarded = Lock(values) }

  var values: DefaultSnapshot { guarded.withLock { $0 } }

  var persistentModelID: PersistentIdentifier? { values.persistentIdentifier }

  /// Copies the attributes to a model; those that can't be read get their defaults.
  func fill(_ model: Model) {
    let values = self.values.values
    for property in Model._$properties.stored where property.destination == nil {
      guard case .attribute(let value) = values[property.name],
        (try? property.restore(value, in: model)) != nil
      else { property.loadPlaceholder(into: model); continue }
    }
  }

  /// Sets an attribute, or a relationship by the identifiers of its models; ignores values that can't be stored.
  func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    guard let property = Model._$properties.property(for: keyPath), let value = Self.value(newValue, of: property)
    else { return }
    guarded.withLock { $0.values[property.name] = value }
  }

  private static func value(_ value: Any, of property: ModelProperty) -> SnapshotValue? {
    guard let relationship = property as? RelationshipProperty else {
      return (try? property.column(of: value)).map { .attribute($0) }
    }
    guard let objects = (value as? any RelationshipValue)?._objects else { return nil }
    let identifiers = objects.map(\.persistentModelID)
    return relationship.isToMany
      ? .identifiers(identifiers) : identifiers.first.map { .identifier($0) } ?? .attribute(.null)
  }
}

extension BackingData {
  /// The values as a snapshot: attributes only, unless they come from a snapshot.
  var snapshot: DefaultSnapshot {
    if let data = self as? SnapshotBackingData<Model> { return data.values }
    let model = Model(backingData: self)
    var values: [String: SnapshotValue] = [:]
    for property in Model._$properties.stored where property.destination == nil {
      values[property.name] = (try? property.sqliteValue(of: model)).map { .attribute($0) }
    }
    return DefaultSnapshot(
      persistentIdentifier: persistentModelID ?? model.persistentModelID, class: Model._$properties, values: values)
  }
}
