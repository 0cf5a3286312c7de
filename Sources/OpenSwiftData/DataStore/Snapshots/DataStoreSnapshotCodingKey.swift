/// The keys under which a snapshot is encoded.
///
/// Source: SwiftData, `DataStoreSnapshotCodingKey`.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable {
  /// The snapshot's identifier.
  case persistentIdentifier
  /// The value of the property of a name.
  case modeledProperty(String)

  /// The key as a text: the name of the property.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// The key of a text.
  public init?(stringValue: String) {
    self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// There are no numbered keys.
  public var intValue: Int? { nil }

  /// There are no numbered keys.
  public init?(intValue: Int) { nil }
}
