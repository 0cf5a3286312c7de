import Foundation

/// A fetch descriptor as SQL: the condition, the order and the arguments.
struct SelectQuery: Sendable {
  let table: EntityTable
  let condition: SQLText?
  var order: [SortColumn]
  var limit: Int?
  var offset: Int?
  /// The key paths of the properties that condition and order look at; a change of others moves nothing.
  var dependencies: Set<String>

  /// One column of the order.
  struct SortColumn: Sendable {
    let property: ModelProperty?
    let isAscending: Bool

    var column: String { property.map(EntityTable.column) ?? EntityTable.keyColumn }
  }

  /// The columns in front of the condition, and everything after it.
  func sql(selecting columns: String, extraCondition: String? = nil) -> String {
    let conditions = [condition?.sql, extraCondition].compactMap(\.self)
    var sql = "SELECT \(columns) FROM \(table.name) AS \(PredicateTranslator.rootAlias)"
    if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
    return sql + orderSQL + limitSQL
  }

  var arguments: [SQLiteValue] { condition?.arguments ?? [] }

  /// Whether the first rows come straight out of an index, without a scan or a sort.
  var isServedByIndex: Bool {
    guard condition == nil else { return false }
    guard let first = order.first?.property else { return true }
    return order.count == 2 && (table.properties.indexes + table.properties.uniques).contains { $0.first == first.name }
  }

  var orderSQL: String {
    let terms = order.map { "\($0.column) \($0.isAscending ? "ASC" : "DESC")" }
    return " ORDER BY \(terms.joined(separator: ", "))"
  }

  /// SQLite wants a LIMIT before an OFFSET; -1 is none.
  ///
  /// Source: https://www.sqlite.org/lang_select.html#limitoffset
  private var limitSQL: String {
    guard limit != nil || offset != nil else { return "" }
    return " LIMIT \(limit ?? -1) OFFSET \(offset ?? 0)"
  }
}

extension SelectQuery {
  /// Translates a descriptor.
  ///
  /// - Parameter residual: set to the predicate if SQL can't say it; the query then returns a superset.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if the order names no stored property.
  init<Model>(_ descriptor: FetchDescriptor<Model>, table: EntityTable, residual: inout Predicate<Model>?) throws {
    self.table = table
    var translator = PredicateTranslator(properties: table.properties)
    var text: SQLText?
    do {
      text = try descriptor.predicate.map { try translator.translate($0) }
      residual = nil
    } catch is PredicateTranslator.Unsupported {
      residual = descriptor.predicate
    }
    condition = text
    order = try Self.order(descriptor.sortBy, table)
    dependencies = translator.usedProperties.union(order.compactMap { $0.property?.name })
    limit = residual == nil ? descriptor.fetchLimit : nil
    offset = residual == nil ? descriptor.fetchOffset : nil
  }

  private static func order<Model: PersistentModel>(
    _ descriptors: [SortDescriptor<Model>], _ table: EntityTable
  ) throws -> [SortColumn] {
    var columns: [SortColumn] = []
    for descriptor in descriptors {
      guard let keyPath = descriptor.keyPath else { throw SwiftDataError.unsupportedSortDescriptor }
      let isAscending = descriptor.order == .forward
      if let property = table.properties.property(for: keyPath), property.isStored, property.ordersLikeSQL {
        columns.append(SortColumn(property: property, isAscending: isAscending))
      } else if table.properties.isIdentifier(keyPath) {
        columns.append(SortColumn(property: nil, isAscending: isAscending))
      } else {
        throw SwiftDataError.unsupportedSortDescriptor
      }
    }
    // Equal rows keep one order, so that a list does not jump; in the direction of the sort, so that an index serves
    // both.
    columns.append(SortColumn(property: nil, isAscending: columns.last?.isAscending ?? true))
    return columns
  }
}
