import Foundation

extension SelectQuery {
  /// Translates a descriptor.
  ///
  /// - Parameter residual: set to what SQL can't say and memory has to do; the query then returns a superset.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has nothing to sort by.
  init<Model>(_ descriptor: FetchDescriptor<Model>, table: EntityTable, residual: inout FetchResidual<Model>?) throws {
    self.table = table
    var translator = PredicateTranslator(table: table)
    let translation = descriptor.predicate.map { translator.translate($0) }
    condition = translation?.condition
    let columns = try SortColumns.columns(of: descriptor.sortBy, table)
    order = (columns ?? []) + [Self.tieBreak(descriptor.sortBy)]
    dependencies = translator.usedProperties.union(order.compactMap { $0.property?.name })
    residual = FetchResidual(
      descriptor, needsPredicate: translation?.isExact == false, needsOrder: columns == nil)
    limit = residual == nil ? descriptor.fetchLimit : nil
    offset = residual == nil ? descriptor.fetchOffset : nil
  }

  /// Equal rows keep one order, so that a list does not jump; in the direction of the sort, so that an index serves
  /// both.
  private static func tieBreak<Model>(_ descriptors: [SortDescriptor<Model>]) -> SortColumn {
    SortColumn(property: nil, collation: nil, isAscending: descriptors.last?.order != .reverse)
  }
}
