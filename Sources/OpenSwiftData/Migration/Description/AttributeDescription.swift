/// An attribute of an entity, as a store remembers it.
struct AttributeDescription: Codable, Hashable, Sendable {
  /// The property's name.
  let name: String
  /// The columns that hold the value.
  let columns: [ColumnDescription]
  /// The Swift type of the stored values, such as "Int", or "JSON"; nil if the store never said.
  let storageType: String?
  /// The Swift type of the property without its optional; nil if the store never said.
  let valueType: String?
  /// How the columns hold the values; nil if the store never said.
  let encoding: StoredEncoding?
  /// Whether the value may be nil.
  let isOptional: Bool
  /// Whether the property has an initial value.
  let hasDefault: Bool
  /// The property's name in an earlier version.
  let originalName: String?
  let hashModifier: String?

  /// What a difference of matters to a store; the name of an earlier version and a new initial value do not.
  func combine(into hash: inout StableHash) {
    hash.combine(name)
    for column in columns { column.combine(into: &hash) }
    hash.combine(storageType ?? "")
    hash.combine(valueType ?? "")
    encoding?.combine(into: &hash)
    hash.combine(isOptional)
    hash.combine(hashModifier ?? "")
  }

  /// The subclass that declares the property, or nil.
  var owner: String? { name.subclassName }

  /// Whether the column may name files in which values are kept, as far as the store says.
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
