/// An entity in the description of a store.
struct EntityDescription: Codable, Hashable, Sendable {
  let name: String
  let attributes: [AttributeDescription]
  let relationships: [RelationshipDescription]
  let indexes: [[String]]
  let uniques: [[String]]
  /// The columns with a full-text index; nil if there are none, as in stores from before there were any.
  let fullText: [String]?
  /// The subclasses whose rows are in the table too; nil if there are none.
  let subclasses: [SubclassDescription]?
  /// The hash; an entity with the same one needs no migration.
  let fingerprint: String

  /// Sorts everything, so that the order of declaration makes no difference.
  init(
    name: String, attributes: [AttributeDescription], relationships: [RelationshipDescription] = [],
    indexes: [[String]], uniques: [[String]], fullText: [String] = [], subclasses: [SubclassDescription] = []
  ) {
    self.name = name
    self.attributes = attributes.sorted { $0.name < $1.name }
    self.relationships = relationships.sorted { $0.name < $1.name }
    self.indexes = Self.sorted(indexes)
    self.uniques = Self.sorted(uniques)
    self.fullText = fullText.isEmpty ? nil : fullText.sorted()
    self.subclasses = subclasses.isEmpty ? nil : subclasses.sorted { $0.name < $1.name }
    let fullText = fullText.isEmpty ? [] : [fullText.sorted()]
    let classes = self.subclasses?.map { [$0.name, $0.superclass] } ?? []
    fingerprint = Self.fingerprint(
      name, self.attributes, self.relationships,
      [("index", self.indexes), ("unique", self.uniques), ("full text", fullText), ("class", classes)])
  }

  init(_ hierarchy: EntityHierarchy) {
    let members = hierarchy.members.map(\.properties)
    let attributes = members.flatMap(\.own).filter { $0.isStored && $0.destination == nil }
    self.init(
      name: hierarchy.root.entityName, attributes: attributes.map(AttributeDescription.init),
      relationships: hierarchy.relations.map(RelationshipDescription.init),
      indexes: members.flatMap(\.ownIndexes), uniques: members.flatMap(\.ownUniques), fullText: hierarchy.fullText,
      subclasses: members.compactMap { member in
        member.superclass.map { SubclassDescription(name: member.entityName, superclass: $0.entityName) }
      })
  }

  func attribute(_ name: String) -> AttributeDescription? { attributes.first { $0.name == name } }
  func relationship(_ name: String) -> RelationshipDescription? { relationships.first { $0.name == name } }

  func holds(_ subclass: String) -> Bool { subclasses?.contains { $0.name == subclass } ?? false }

  /// Whether another entity has the same attributes; a single one, such as a name, proves nothing.
  func hasShape(of other: EntityDescription) -> Bool {
    attributes.count > 1 && attributes.map(\.name) == other.attributes.map(\.name)
      && zip(attributes, other.attributes).allSatisfy { $0.columns.map(\.type) == $1.columns.map(\.type) }
  }

  /// The columns of the table that belong to relationships.
  var relationColumns: [String] { relationships.flatMap(\.storage.ownColumns) }

  private static func sorted(_ lists: [[String]]) -> [[String]] {
    lists.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
  }

  private static func fingerprint(
    _ name: String, _ attributes: [AttributeDescription], _ relationships: [RelationshipDescription],
    _ constraints: [(kind: String, lists: [[String]])]
  ) -> String {
    var hash = StableHash()
    hash.combine(name)
    for attribute in attributes { attribute.combine(into: &hash) }
    for relationship in relationships { relationship.combine(into: &hash) }
    for (kind, lists) in constraints {
      for list in lists { hash.combine("\(kind) \(list.joined(separator: " "))") }
    }
    return hash.text
  }
}

/// A subclass of an entity in the description of a store.
struct SubclassDescription: Codable, Hashable, Sendable {
  let name: String
  let superclass: String
}

/// An attribute of an entity in the description of a store.
struct AttributeDescription: Codable, Hashable, Sendable {
  let name: String
  let columns: [ColumnDescription]
  /// The Swift type of the stored values, such as "Int", or "JSON"; nil if the store does not say.
  let storageType: String?
  /// The Swift type of the property without its optional; nil if the store does not say.
  let valueType: String?
  /// How the columns encode the values; nil if the store does not say.
  let encoding: StoredEncoding?
  let isOptional: Bool
  let hasDefault: Bool
  let originalName: String?
  let hashModifier: String?

  /// Hashes what matters to a store; an initial value and the name in an earlier version do not.
  func combine(into hash: inout StableHash) {
    hash.combine(name)
    for column in columns { column.combine(into: &hash) }
    hash.combine(storageType ?? "")
    hash.combine(valueType ?? "")
    encoding?.combine(into: &hash)
    hash.combine(isOptional)
    hash.combine(hashModifier ?? "")
  }

  /// The subclass that declares the property.
  var owner: String? { name.subclassName }

  /// Whether the column may hold the names of files with large values, as far as the store says.
  var mayKeepFiles: Bool {
    columns.count == 1 && columns[0].type == "BLOB" && (encoding == nil || encoding == .external)
  }

  var columnNames: [String] { columns.map(\.name) }
}

extension AttributeDescription {
  init(_ property: ModelProperty) {
    self.init(
      name: property.storedName, columns: property.columnDescriptions, storageType: property.storageTypeName,
      valueType: property.valueTypeName, encoding: property.encoding, isOptional: property.isOptional,
      hasDefault: property.hasDefault,
      originalName: property.storedName(property.metadata?.originalName), hashModifier: property.metadata?.hashModifier)
  }
}

/// One column of a table in the description of a store.
struct ColumnDescription: Codable, Hashable, Sendable {
  let name: String
  let type: String
  let isOptional: Bool

  func combine(into hash: inout StableHash) {
    hash.combine(name)
    hash.combine(type)
    hash.combine(isOptional)
  }
}

/// How the columns of an attribute encode its values, in the description of a store.
struct StoredEncoding: Codable, Hashable, Sendable {
  let name: String

  /// By the type: standard types as they are, enumerations as raw values, other types as JSON or in columns.
  static let plain = StoredEncoding(name: "plain")
  /// Data in the column, or the name of a file with it.
  static let external = StoredEncoding(name: "external")
  /// As JSON, although the type has raw values.
  static let json = StoredEncoding(name: "JSON")

  /// As what a transformer makes of the values.
  static func transformed(by transformer: Any.Type) -> StoredEncoding { StoredEncoding(name: "by \(transformer)") }

  private init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Leaves out `plain`, at first the only encoding, so that the hashes of older stores stay the same.
  func combine(into hash: inout StableHash) { if self != .plain { hash.combine(name) } }
}

extension ModelProperty {
  fileprivate var columnDescriptions: [ColumnDescription] {
    columns.map { ColumnDescription(name: EntityTable.columnName($0.name), type: $0.type, isOptional: $0.isOptional) }
  }

  /// The stored name of the property in an earlier version: with the subclass that declares it.
  func storedName(_ original: String?) -> String? { original.map { "\(storedName.dropLast(name.count))\($0)" } }
}

extension String {
  /// The subclass before the dot in the stored name of its property.
  var subclassName: String? { firstIndex(of: ".").map { String(self[..<$0]) } }
}

/// The names of Swift types in the description of a store.
enum StoredTypeName {
  /// The name of a type without its optional.
  static func value<Value>(_ type: Value.Type) -> String { name(of: unwrappedType(type)) }

  /// The name of the stored type: an enumeration's raw value, "JSON" for an encoded value.
  static func storage<Value>(_ type: Value.Type) -> String {
    let type = unwrappedType(type)
    if type is any ColumnValue.Type { return name(of: type) }
    if let raw = type as? any RawRepresentable.Type, let name = rawName(raw) { return name }
    return "JSON"
  }

  /// The name of a type without its module, the same that `String(describing:)` gives.
  ///
  /// That asks first whether the type describes itself, and for each one that does not the runtime looks through all
  /// conformances of the program: a third of what it took to open a store.
  static func name(of type: Any.Type) -> String { _typeName(type, qualified: false) }

  private static func rawName<Raw: RawRepresentable>(_: Raw.Type) -> String? {
    Raw.RawValue.self is any ColumnValue.Type ? name(of: Raw.RawValue.self) : nil
  }
}
