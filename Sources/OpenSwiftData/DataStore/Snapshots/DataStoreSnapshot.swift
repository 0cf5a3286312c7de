/// The values of a model at one moment, on their way from or to a store.
///
/// A snapshot type of one's own takes the values out of backing data with `getValue(forKey:)`. Back into models they
/// come through `Codable`: it has to encode its identifier as `persistentIdentifier` and each value under the name of
/// the model's property, see `DataStoreSnapshotCodingKey`.
///
/// Source: SwiftData, `DataStoreSnapshot`.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// Which model; temporary if it was not saved yet.
  var persistentIdentifier: PersistentIdentifier { get }

  /// The name of the model's class, which its identifier does not say if the class inherits from another one.
  ///
  /// A snapshot type for such models keeps what `BackingData.Model` is when it is made. By default this is the name in
  /// the identifier: that of the class at the root.
  var entityName: String { get }

  /// Takes the values of a model.
  init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// The same values for another identifier, and with other identifiers at the ends of its relationships.
  ///
  /// - Parameter remappedIdentifiers: new identifiers by old ones; those that are not in it stay.
  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

extension DataStoreSnapshot {
  /// The name of the entity in the identifier.
  public var entityName: String { persistentIdentifier.entityName }
}

/// What a value in a snapshot can be.
///
/// Source: SwiftData, `DataStoreSnapshotValue`.
public typealias DataStoreSnapshotValue = Codable & Sendable
