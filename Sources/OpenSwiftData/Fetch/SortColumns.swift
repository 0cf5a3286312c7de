import Foundation

/// Finds the columns that sort descriptors name.
enum SortColumns {
  /// The columns in SQL's order; nil if SQL can't order rows as a descriptor does.
  ///
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has no key path.
  static func columns<Model: PersistentModel>(
    of descriptors: [SortDescriptor<Model>], _ table: EntityTable
  ) throws -> [SortColumn]? {
    var columns: [SortColumn] = []
    for descriptor in descriptors {
      guard let keyPath = descriptor.keyPath else {
        throw SwiftDataError(
          .unsupportedSortDescriptor,
          "A sort descriptor of a fetch of \(Model.self) has no key path: name a stored property of it.")
      }
      guard let column = column(keyPath, descriptor, table) else { return nil }
      columns.append(column)
    }
    return columns
  }

  private static func column<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ descriptor: SortDescriptor<Model>, _ table: EntityTable
  ) -> SortColumn? {
    let isAscending = descriptor.order == .forward
    switch table.properties.meaning(of: keyPath) {
    case .identifier: return SortColumn(property: nil, collation: nil, isAscending: isAscending)
    case .property(let property) where property.isStored && hasOrderOfColumn(property, type(of: keyPath).valueType):
      let collation = collation(of: property, descriptor.stringComparator, table)
      return SortColumn(property: property, collation: collation, isAscending: isAscending)
    case .property: return nil
    case .unknown: return member(keyPath, isAscending, table) ?? derived(keyPath, isAscending, table)
    }
  }

  private static func hasOrderOfColumn(_ property: ModelProperty, _ type: Any.Type) -> Bool {
    guard property.sqlKind.isOrdered else { return false }
    let unwrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard let raw = unwrapped as? any RawRepresentable.Type else { return true }
    return RawOrder.isOrderOfValues(raw)
  }

  /// The column of a member of a composite property.
  private static func member(_ keyPath: AnyKeyPath, _ isAscending: Bool, _ table: EntityTable) -> SortColumn? {
    guard let member = table.properties.member(for: keyPath), member.column.kind.isOrdered else { return nil }
    let collation = table.hasIndex(beginningWith: member.column) ? nil : member.column.kind.collation
    return SortColumn(
      property: member.property, modelColumn: member.column, collation: collation, isAscending: isAscending)
  }

  private static func derived(_ keyPath: AnyKeyPath, _ isAscending: Bool, _ table: EntityTable) -> SortColumn? {
    guard let derived = DerivedSortKeys.key(for: keyPath, table.properties) else { return nil }
    return SortColumn(property: derived.property, collation: derived.collation, isAscending: isAscending)
  }

  /// An index orders texts by their bytes, which is Swift's order unless they are written with separate accents; where
  /// an index gives out the rows, that order stands.
  private static func collation(
    of property: ModelProperty, _ comparator: String.StandardComparator?, _ table: EntityTable
  ) -> TextCollation? {
    guard property.sqlKind == .text else { return property.sqlKind.collation }
    if table.hasIndex(beginningWith: property.columns[0]) { return nil }
    return comparator == nil ? .swift : .lexical
  }
}
