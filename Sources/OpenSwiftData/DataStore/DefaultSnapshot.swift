import DocketLocking
import Foundation

/// A snapshot of any model: its values by the names of its properties.
///
/// It encodes the identifier and the values as the columns of a store would hold them, so that a decoded snapshot
/// equals the encoded one whatever the coder does with dates and data.
///
/// Source: SwiftData, `DefaultSnapshot`.
public struct DefaultSnapshot: DataStoreSnapshot, Hashable {
  /// The identifier of the model; temporary if it was not saved yet.
  public let persistentIdentifier: PersistentIdentifier
  /// The name of the model's class if it inherits from another one, otherwise nil.
  private let subclass: String?
  fileprivate(set) var values: [String: SnapshotValue]

  /// The name of the model's class; the identifier has that of the class at the root.
  public var entityName: String { subclass ?? persistentIdentifier.entityName }

  private init(persistentIdentifier: PersistentIdentifier, subclass: String?, values: [String: SnapshotValue]) {
    self.persistentIdentifier = persistentIdentifier
    self.subclass = subclass
    self.values = values
  }

  /// - Parameter properties: the properties of the model's class; nil if it doesn't inherit from another one.
  init(
    persistentIdentifier: PersistentIdentifier, class properties: ModelProperties? = nil,
    values: [String: SnapshotValue]
  ) {
    let subclass = properties?.superclass == nil ? nil : properties?.entityName
    self.init(persistentIdentifier: persistentIdentifier, subclass: subclass, values: values)
  }

  /// Copies the values of a model.
  public init(
    from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self = backingData.snapshot
  }

  /// The same values with another identifier, and other identifiers in its relationships.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
  ) -> DefaultSnapshot {
    let values = remappedIdentifiers.map { identifiers in self.values.mapValues { $0.remapped(identifiers) } }
    return DefaultSnapshot(
      persistentIdentifier: persistentIdentifier, subclass: subclass, values: values ?? self.values)
  }

  /// Under a name that no property can have.
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

// MARK: - Snapshots of other types

extension DefaultSnapshot {
  /// Creates a snapshot from what a snapshot of another type encodes.
  init(encoded snapshot: some DataStoreSnapshot, _ properties: ModelProperties) throws {
    let decoder = JSONText.decoder()
    decoder.userInfo[EncodedValues.propertiesKey] = properties
    var values = try decoder.decode(EncodedValues.self, from: JSONText.encoder().encode(snapshot)).values
    let missing = properties.stored.filter { values[$0.name] == nil && $0.columns[0].isOptional }
    if !missing.isEmpty {
      // A member that is nil is left out by the coding that the compiler writes.
      let empty = Set(Mirror(reflecting: snapshot).children.filter { isNil($0.value) }.compactMap(\.label))
      for property in missing where empty.contains(property.name) { values[property.name] = .attribute(.null) }
    }
    self.init(persistentIdentifier: snapshot.persistentIdentifier, class: properties, values: values)
  }
}

/// The values that a snapshot encoded under the names of a model's properties.
private struct EncodedValues: Decodable {
  // Sound: the initializer only returns nil for an invalid raw value, and every string is valid.
  static let propertiesKey = CodingUserInfoKey(rawValue: "OpenSwiftData.properties")!

  var values: [String: SnapshotValue] = [:]

  init(from decoder: any Decoder) throws {
    guard let properties = decoder.userInfo[Self.propertiesKey] as? ModelProperties else { return }
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    for property in properties.all where container.contains(.modeledProperty(property.name)) {
      values[property.name] = try property.snapshotValue(in: container, forKey: .modeledProperty(property.name))
    }
  }
}

extension ModelProperty {
  /// The value that a snapshot encoded for the property; nil if it can't be read.
  fileprivate func snapshotValue(
    in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>, forKey key: DataStoreSnapshotCodingKey
  ) throws -> SnapshotValue? {
    guard let relationship = self as? RelationshipProperty else {
      guard let type = valueType as? any Decodable.Type else { return nil }
      return try column(of: container.decode(type, forKey: key)).map { .attribute($0) }
    }
    if relationship.isToMany { return .identifiers(try container.decode([PersistentIdentifier].self, forKey: key)) }
    let target = try container.decodeIfPresent(PersistentIdentifier.self, forKey: key)
    return target.map { .identifier($0) } ?? .attribute(.null)
  }
}

// MARK: - Values

/// One value of a default snapshot.
enum SnapshotValue: Hashable, Sendable {
  /// An attribute, as a column holds it; null for a relationship to one model without one.
  case attribute(SQLiteValue)
  /// The model at the other end of a relationship.
  case identifier(PersistentIdentifier)
  /// The models at the other end of a relationship, in their order.
  case identifiers([PersistentIdentifier])

  /// The value with identifiers replaced.
  func remapped(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .attribute: self
    case .identifier(let one): .identifier(identifiers[one] ?? one)
    case .identifiers(let all): .identifiers(all.map { identifiers[$0] ?? $0 })
    }
  }
}

/// Numbers, texts and null are encoded as they are, everything else as an object whose one key is the kind of value.
extension SnapshotValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case real
    case base64
    case identifier
    case identifiers
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .attribute(let value): try Self.encode(value, to: encoder)
    case .identifier(let one): try Self.encode(one, .identifier, to: encoder)
    case .identifiers(let all): try Self.encode(all, .identifiers, to: encoder)
    }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      self = try Self.tagged(container)
    } else {
      self = .attribute(try Self.plain(decoder.singleValueContainer()))
    }
  }

  private static func encode(_ value: SQLiteValue, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .integer(let integer): try container.encode(integer)
    // Not every format can encode these numbers.
    case .real(let real) where !real.isFinite || (real == 0 && real.sign == .minus):
      try encode(real.description, .real, to: encoder)
    case .real(let real): try container.encode(real)
    case .text(let text): try container.encode(text)
    case .blob(let data): try encode(data.base64EncodedString(), .base64, to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, _ key: CodingKeys, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: key)
  }

  private static func plain(_ container: any SingleValueDecodingContainer) throws -> SQLiteValue {
    if container.decodeNil() { return .null }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let real = try? container.decode(Double.self) { return .real(real) }
    return .text(try container.decode(String.self))
  }

  private static func tagged(_ container: KeyedDecodingContainer<CodingKeys>) throws -> SnapshotValue {
    if let one = try container.decodeIfPresent(PersistentIdentifier.self, forKey: .identifier) {
      return .identifier(one)
    }
    if let all = try container.decodeIfPresent([PersistentIdentifier].self, forKey: .identifiers) {
      return .identifiers(all)
    }
    if let text = try container.decodeIfPresent(String.self, forKey: .real), let real = Double(text) {
      return .attribute(.real(real))
    }
    guard let data = Data(base64Encoded: try container.decode(String.self, forKey: .base64)) else {
      throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "not base64")
    }
    return .attribute(.blob(data))
  }
}

// MARK: - Backing data

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
