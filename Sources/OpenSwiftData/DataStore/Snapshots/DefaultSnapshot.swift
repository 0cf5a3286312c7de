/// A snapshot of any model: its values by the names of its properties.
///
/// Encoded it is an object with the identifier and the values as the columns of a store would hold them, so a decoded
/// snapshot equals the encoded one whatever the coder does with dates and data.
///
/// Source: SwiftData, `DefaultSnapshot`.
public struct DefaultSnapshot: DataStoreSnapshot, Hashable {
  /// Which model; temporary if it was not saved yet.
  public let persistentIdentifier: PersistentIdentifier
  /// The name of the model's class if that inherits from another one, otherwise nil.
  private let subclass: String?
  var values: [String: SnapshotValue]

  /// The name of the model's class; the identifier has that of the class at the root.
  public var entityName: String { subclass ?? persistentIdentifier.entityName }

  private init(persistentIdentifier: PersistentIdentifier, subclass: String?, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.subclass = subclass
    self.values = values
  }

  /// - Parameter properties: what the model's class has; nil if that inherits from no other one.
  init(
    persistentIdentifier: PersistentIdentifier, class properties: ModelProperties? = nil,
    values: [String: SnapshotValue]
  ) {
    let subclass = properties?.superclass == nil ? nil : properties?.entityName
    self.init(persistentIdentifier: persistentIdentifier, subclass: subclass, values: values)
  }

  /// Takes the values of a model.
  public init(
    from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self = backingData.snapshot
  }

  /// The same values for another identifier, and with other identifiers at the ends of its relationships.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
  ) -> DefaultSnapshot {
    let values = remappedIdentifiers.map { identifiers in self.values.mapValues { $0.remapped(identifiers) } }
    return DefaultSnapshot(
      persistentIdentifier: persistentIdentifier, subclass: subclass, values: values ?? self.values)
  }

  /// No property can be called like that.
  private static let classKey = DataStoreSnapshotCodingKey.modeledProperty(EntityTable.classColumnName)

  /// Decodes a snapshot that equals the encoded one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    persistentIdentifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
    subclass = try container.decodeIfPresent(String.self, forKey: Self.classKey)
    values = [:]
    for key in container.allKeys {
      guard case .modeledProperty(let name) = key, key != Self.classKey else { continue }
      values[name] = try container.decode(SnapshotValue.self, forKey: key)
    }
  }

  /// Encodes the identifier and the values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    try container.encodeIfPresent(subclass, forKey: Self.classKey)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: .modeledProperty(name))
    }
  }
}
