import Foundation

/// A column of a query's order.
struct SortColumn: Sendable {
  /// Nil for the primary key, and for an expression.
  let property: ModelProperty?
  /// The member of a composite property.
  var modelColumn: ModelColumn?
  /// What is sorted by instead of a column.
  var expression: SortedSQL?
  /// How texts are ordered; nil for SQLite's own order.
  let collation: TextCollation?
  let isAscending: Bool

  /// The sorted value, of a row of the fetched table.
  var column: String {
    if let expression { return expression.sql }
    let name = modelColumn.map(EntityTable.column) ?? property.map(EntityTable.column) ?? EntityTable.keyColumn
    return "\(PredicateTranslator.rootAlias).\(name)"
  }

  /// Whether it is the primary key.
  var isKey: Bool { property == nil && expression == nil }

  /// The column in whose order an index returns the rows; nil if none does.
  var indexedColumn: ModelColumn? { collation == nil ? modelColumn ?? property?.columns[0] : nil }

  /// The term of `ORDER BY`.
  var sql: String {
    "\(column)\(collation.map { " COLLATE \($0.rawValue)" } ?? "") \(isAscending ? "ASC" : "DESC")"
  }
}

/// The columns named by sort descriptors.
///
/// SQL orders rows exactly as `SortDescriptor.compare` orders models, so sorting in memory because of unsaved changes
/// gives the store's result.
enum SortColumns {
  /// The columns in SQL's order; nil if SQL can't order rows as a descriptor does.
  ///
  /// - Parameter pending: the entities with unsaved changes; expressions that read other rows of them run in memory.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has no key path.
  static func columns<Model: PersistentModel>(
    of descriptors: [SortDescriptor<Model>], _ table: EntityTable, in store: SQLiteStore, pending: Set<EntityIdentity>
  ) throws -> [SortColumn]? {
    var columns: [SortColumn] = []
    for descriptor in descriptors {
      guard let keyPath = descriptor.keyPath else {
        throw SwiftDataError(
          .unsupportedSortDescriptor,
          "A sort descriptor of a fetch of \(Model.self) has no key path: name a stored property of it.")
      }
      let expression = SortedExpressions.sql(of: keyPath, table, store, pending)
      guard let column = expression?.column(descriptor.order) ?? column(keyPath, descriptor, table) else { return nil }
      columns.append(column)
    }
    return columns
  }

  private static func column<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ descriptor: SortDescriptor<Model>, _ table: EntityTable
  ) -> SortColumn? {
    let isAscending = descriptor.order == .forward
    if let source = DerivedSortKeys.source(of: keyPath) {
      return SortedColumn(source.keyPath, table)?.column(in: source.order, isAscending)
    }
    if case .identifier = table.properties.meaning(of: keyPath) {
      return SortColumn(property: nil, collation: nil, isAscending: isAscending)
    }
    return SortedColumn(keyPath, table)?.column(by: descriptor.stringComparator, isAscending)
  }
}

extension SortedSQL {
  fileprivate func column(_ order: SortOrder) -> SortColumn {
    SortColumn(property: nil, expression: self, collation: kind.collation, isAscending: order == .forward)
  }
}

/// A column named by a descriptor, before its order is known.
private struct SortedColumn {
  private let property: ModelProperty
  /// The member of a composite property.
  private let member: ModelColumn?
  private let kind: SQLKind
  private let type: Any.Type

  /// Nil if the key path names no column.
  init?(_ keyPath: AnyKeyPath, _ table: EntityTable) {
    type = Swift.type(of: keyPath).valueType
    switch table.properties.meaning(of: keyPath) {
    case .property(let property) where property.isStored:
      (self.property, member, kind) = (property, nil, property.sqlKind)
    case .unknown:
      guard let path = table.properties.member(for: keyPath) else { return nil }
      (property, member, kind) = (path.property, path.column, path.column.kind)
    case .property, .identifier: return nil
    }
  }

  /// The column in the order of one of our own initialisers.
  func column(in order: DerivedSortKeys.Order, _ isAscending: Bool) -> SortColumn? {
    switch order {
    case .boolean: kind == .boolean ? column(nil, isAscending) : nil
    case .rawValue: kind.isOrdered ? column(kind.collation, isAscending) : nil
    case .rawText: kind == .text ? column(nil, isAscending) : nil
    case .text(let collation): kind == .text ? column(collation, isAscending) : nil
    }
  }

  /// The column as Foundation's own initialisers compare it.
  func column(by comparator: String.StandardComparator?, _ isAscending: Bool) -> SortColumn? {
    guard kind.isOrdered else { return nil }
    if !SQLKind.isStandard(type), let raw = unwrappedType(type) as? any RawRepresentable.Type {
      // `RawOrder` has compared the bytes of raw texts too.
      let collation = kind == .text ? nil : kind.collation
      return RawOrder.isOrderOfValues(raw) ? column(collation, isAscending) : nil
    }
    guard let comparator else { return column(kind.collation, isAscending) }
    // With the other comparators Foundation compares partly as `.lexical` does on Linux; SQL couldn't follow it.
    return kind == .text && comparator == .lexical ? column(.lexical, isAscending) : nil
  }

  private func column(_ collation: TextCollation?, _ isAscending: Bool) -> SortColumn {
    SortColumn(property: property, modelColumn: member, collation: collation, isAscending: isAscending)
  }
}

/// A row's position in an order: the values of the sort columns, the primary key last.
struct SortKey {
  let values: [SQLiteValue]
  let order: [SortColumn]

  func precedes(_ other: SortKey) -> Bool {
    for (index, column) in order.enumerated() {
      let (left, right) = (values[index], other.values[index])
      if left.precedes(right, column.collation) { return column.isAscending }
      if right.precedes(left, column.collation) { return !column.isAscending }
    }
    return false
  }
}

extension SQLiteValue {
  /// SQLite's own order of values: NULL, numbers, texts by their bytes or a collation, blobs
  /// (https://www.sqlite.org/datatype3.html#comparisons).
  func precedes(_ other: SQLiteValue, _ collation: TextCollation?) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)) where collation != nil:
      collation?.compare(left, right) == .orderedAscending
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: storageRank < other.storageRank
    }
  }

  private var storageRank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
