/// A snapshot of any model: its values by the names of its properties.
///
/// Encoded it is an object with the identifier and the values as the columns of a store would hold them, so a decoded
/// snapshot equals the encoded one whatever the coder does with dates and data.
///
/// Source: SwiftData, `DefaultSnapshot`.
public struct DefaultSnapshot: DataStoreSnapshot, Hashable {
  /// Which model; temporary if it was not saved yet.
  public let persistentIdentifier: PersistentIdentifier
  var values: [String: SnapshotValue]

  init(persistentIdentifier: PersistentIdentifier, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
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
    return DefaultSnapshot(persistentIdentifier: persistentIdentifier, values: values ?? self.values)
  }

  /// Decodes a snapshot that equals the encoded one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    persistentIdentifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
    values = [:]
    for key in container.allKeys {
      guard case .modeledProperty(let name) = key else { continue }
      values[name] = try container.decode(SnapshotValue.self, forKey: key)
    }
  }

  /// Encodes the identifier and the values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: .modeledProperty(name))
    }
  }
}
