/// How the sections of a result get their titles.
struct ResultsSectioning<SectionTitle: Hashable> {
  let keyPath: AnyKeyPath
  let column: SectionColumn

  /// - Parameters:
  ///   - titleOfNil: what rows without a value are filed under, if not under a section of their own.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` unless the key path names a stored attribute.
  init(_ keyPath: AnyKeyPath, titleOfNil: (any ColumnValue)? = nil, table: EntityTable) throws {
    self.keyPath = keyPath
    column = try SectionColumn(keyPath, valueOfNil: titleOfNil?.sqliteValue(), table: table)
  }

  /// The title that a value of the section column stands for.
  func title(of value: SQLiteValue) -> SectionTitle {
    guard let title = try? column.property.value(from: value) as? SectionTitle else {
      // The background reads each value once before it lets a section with it through.
      preconditionFailure("the value of a section can't be read: \(value)")
    }
    return title
  }

  /// The value of the section column that stands for a title, or nil.
  func value(of title: SectionTitle) -> SQLiteValue? { try? column.property.column(of: title) }
}
