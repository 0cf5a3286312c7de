import Foundation

/// A fetch descriptor made ready to be read and then kept up to date.
struct ResultsQuery<Element: PersistentModel>: Sendable {
  /// The rows and their order, without limit and offset.
  let select: SelectQuery
  /// The part of the condition that SQL can't say, or nil.
  let residual: Predicate<Element>?
  /// What the rows are divided into sections by, or nil.
  let section: SectionColumn?
  let page: ResultsPage
  let dependencies: ResultsDependencies

  /// - Throws: `SwiftDataError` if the descriptor makes no sense.
  init(_ descriptor: FetchDescriptor<Element>, section: SectionColumn?, store: SQLiteStore) throws {
    var residual: Predicate<Element>?
    var select = try SelectQuery(descriptor, table: store.table(for: Element.self), residual: &residual)
    (select.limit, select.offset) = (nil, nil)
    if let section { select.lead(with: section.property) }
    self.select = select
    self.residual = residual
    self.section = section
    page = ResultsPage(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    dependencies = ResultsDependencies(select, isPartial: residual != nil, store: store)
  }
}

extension SelectQuery {
  /// Puts rows with the same value of a property next to each other, ascending unless they are so already.
  fileprivate mutating func lead(with property: ModelProperty) {
    dependencies.insert(property.name)
    guard order.first?.property !== property else { return }
    order.insert(SortColumn(property: property, isAscending: true), at: 0)
  }
}
