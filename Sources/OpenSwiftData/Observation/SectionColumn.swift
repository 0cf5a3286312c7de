/// The column whose values are the titles of sections.
struct SectionColumn: Sendable {
  let property: ModelProperty
  /// What rows without a value are filed under, if not under a section of their own.
  let valueOfNil: SQLiteValue?

  /// - Throws: `SwiftDataError.unsupportedKeyPath` unless the key path names a stored attribute.
  init(_ keyPath: AnyKeyPath, valueOfNil: SQLiteValue?, table: EntityTable) throws {
    guard let property = table.properties.property(for: keyPath), property.isStored, property.destination == nil else {
      throw SwiftDataError.unsupportedKeyPath
    }
    self.property = property
    self.valueOfNil = valueOfNil
  }

  /// The value that stands for a row's section.
  func value(of stored: SQLiteValue) -> SQLiteValue { stored == .null ? valueOfNil ?? .null : stored }

  /// Makes sure that a value can be a title.
  ///
  /// - Throws: `SwiftDataError` if the schema can't read it.
  func check(_ value: SQLiteValue) throws { _ = try property.value(from: ColumnReader(value)) }
}
