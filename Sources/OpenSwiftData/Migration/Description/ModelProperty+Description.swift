extension ModelProperty {
  /// The columns as a store remembers them.
  var columnDescriptions: [ColumnDescription] {
    columns.map {
      ColumnDescription(name: EntityTable.columnName($0.name), type: $0.type, isOptional: $0.isOptional)
    }
  }
}

extension ModelProperty {
  /// The name in an earlier version as the store knew it.
  func storedName(_ original: String?) -> String? { original.map { "\(storedName.dropLast(name.count))\($0)" } }
}

extension String {
  /// The subclass in front of the name of a property of one, or nil; see `PropertyPlace`.
  var subclassName: String? { firstIndex(of: ".").map { String(self[..<$0]) } }
}

/// The names that types go by in a store's memory.
enum StoredTypeName {
  /// The name of a type without its optional.
  static func value<Value>(_ type: Value.Type) -> String { String(describing: unwrapped(type)) }

  /// The name of the type that a column's values have: the raw value's for an enumeration, "JSON" for what is encoded.
  static func storage<Value>(_ type: Value.Type) -> String {
    let type = unwrapped(type)
    if type is any ColumnValue.Type { return String(describing: type) }
    if let raw = type as? any RawRepresentable.Type, let name = rawName(raw) { return name }
    return "JSON"
  }

  private static func rawName<Raw: RawRepresentable>(_: Raw.Type) -> String? {
    Raw.RawValue.self is any ColumnValue.Type ? String(describing: Raw.RawValue.self) : nil
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    (type as? any OptionalType.Type).map { $0.wrappedType } ?? type
  }
}
