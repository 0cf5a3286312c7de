/// The values of a model at one moment, on their way from or to a store.
///
/// A custom snapshot type reads the values from backing data with `getValue(forKey:)`. Models get them back through
/// `Codable`: it has to encode its identifier as `persistentIdentifier` and each value under the name of its property,
/// see `DataStoreSnapshotCodingKey`.
///
/// Source: SwiftData, `DataStoreSnapshot`.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The identifier of the model; temporary if it was not saved yet.
  var persistentIdentifier: PersistentIdentifier { get }

  /// The name of the model's class, which may inherit from the entity in the identifier.
  ///
  /// A snapshot type for models with subclasses keeps the name of `BackingData.Model`. The default is the class at the
  /// root.
  var entityName: String { get }

  /// Copies the values of a model.
  init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// The same values with another identifier, and with identifiers in its relationships replaced as given.
  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

extension DataStoreSnapshot {
  /// The name of the entity in the identifier.
  public var entityName: String { persistentIdentifier.entityName }
}

/// The type of a value in a snapshot.
///
/// Source: SwiftData, `DataStoreSnapshotValue`.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys under which a snapshot is encoded.
///
/// Source: SwiftData, `DataStoreSnapshotCodingKey`.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable {
  /// The snapshot's identifier.
  case persistentIdentifier
  /// The value of the property with a name.
  case modeledProperty(String)

  /// The key as a text: the name of the property.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// The key for a text.
  public init?(stringValue: String) {
    self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// There are no numbered keys.
  public var intValue: Int? { nil }

  /// There are no numbered keys.
  public init?(intValue: Int) { nil }
}
