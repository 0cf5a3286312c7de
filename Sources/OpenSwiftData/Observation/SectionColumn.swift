/// The column whose values are the titles of sections.
struct SectionColumn: Sendable {
  let property: ModelProperty
  /// What rows without a value are filed under, if not under a section of their own.
  private let valueOfNil: SQLiteValue?
  /// How the sections are ordered: all of these columns are this one.
  private var order: [SortColumn] = []

  /// - Throws: `SwiftDataError.unsupportedKeyPath` unless the key path names a stored attribute.
  init(_ keyPath: AnyKeyPath, valueOfNil: SQLiteValue?, table: EntityTable) throws {
    property = try table.attribute(keyPath)
    self.valueOfNil = valueOfNil
  }

  func ordered(by order: [SortColumn]) -> SectionColumn {
    var ordered = self
    ordered.order = order
    return ordered
  }

  /// How values are compared unless the order of the rows says so: as Swift does, or as an index that serves it.
  func collation(in table: EntityTable) -> TextCollation? {
    table.hasIndex(beginningWith: property.columns[0]) ? nil : property.sqlKind.collation
  }

  /// The value that stands for a row's section.
  func value(of stored: SQLiteValue) -> SQLiteValue { stored == .null ? valueOfNil ?? .null : stored }

  /// Whether the section of a value comes before that of another one.
  func precedes(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
    SortKey(values: order.map { _ in left }, order: order)
      .precedes(SortKey(values: order.map { _ in right }, order: order))
  }

  /// Whether two values stand for one section.
  func areOne(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool { !precedes(left, right) && !precedes(right, left) }

  /// Makes sure that a value can be a title.
  ///
  /// - Throws: `SwiftDataError` if the schema can't read it.
  func check(_ value: SQLiteValue) throws { _ = try property.value(from: value) }
}
