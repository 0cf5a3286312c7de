import Foundation

/// A fetch descriptor made ready to be read and then kept up to date.
struct ResultsQuery<Element: PersistentModel>: Sendable {
  let descriptor: FetchDescriptor<Element>
  /// The rows and their order, without limit and offset.
  let select: SelectQuery
  /// The same rows, for the case that the short texts which are searched turn out to be rare; nil if there are none, if
  /// they are of no use, and where there are sections.
  let selectOfRare: SelectQuery?
  /// The condition for single rows that are known by key.
  let rowCondition: SQLText?
  /// The condition of which SQL can't say a part, or nil.
  let residual: Predicate<Element>?
  /// Whether SQL says the order.
  let isOrdered: Bool
  /// What the rows are divided into sections by, or nil.
  let section: SectionColumn?
  let page: ResultsPage
  let dependencies: ResultsDependencies

  /// - Throws: `SwiftDataError` if the descriptor makes no sense.
  init(_ descriptor: FetchDescriptor<Element>, section: SectionColumn?, store: SQLiteStore) throws {
    var residual: FetchResidual<Element>?
    var select = try SelectQuery(descriptor, in: store, residual: &residual)
    (select.limit, select.offset) = (nil, nil)
    rowCondition = try Self.rowCondition(select, descriptor, store)
    self.section = section.map { select.lead(with: $0) }
    self.select = select
    selectOfRare = section == nil ? try Self.selectOfRare(select, descriptor, store) : nil
    self.descriptor = descriptor
    self.residual = residual?.predicate
    isOrdered = residual?.needsOrder != true
    page = ResultsPage(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    dependencies = ResultsDependencies(select, isPartial: residual != nil, store: store)
  }

  /// To search all texts for the sake of one row would be a waste.
  private static func rowCondition(
    _ select: SelectQuery, _ descriptor: FetchDescriptor<Element>, _ store: SQLiteStore
  ) throws -> SQLText? {
    guard select.usesFullText else { return select.condition }
    var residual: FetchResidual<Element>?
    return try SelectQuery(descriptor, in: store, fullTextUse: .nothing, residual: &residual).condition
  }

  private static func selectOfRare(
    _ select: SelectQuery, _ descriptor: FetchDescriptor<Element>, _ store: SQLiteStore
  ) throws -> SelectQuery? {
    guard select.searchesAllTexts else { return nil }
    var residual: FetchResidual<Element>?
    var rare = try SelectQuery(descriptor, in: store, fullTextUse: .everything, residual: &residual)
    (rare.limit, rare.offset) = (nil, nil)
    // What else is asked for may hold for many rows.
    rare.searchesAllTexts = true
    return rare.usesFullText && residual == nil ? rare : nil
  }
}

extension SelectQuery {
  /// Puts the rows of a section next to each other: in the direction and by the comparison that the order begins with,
  /// if it begins with the section's column, otherwise ascending.
  ///
  /// - Returns: the section's column as it is ordered by.
  fileprivate mutating func lead(with section: SectionColumn) -> SectionColumn {
    dependencies.insert(section.property, of: table.identity)
    guard let first = order.first, first.property === section.property else {
      let leading = SortColumn(property: section.property, collation: section.collation(in: table), isAscending: true)
      order.insert(leading, at: 0)
      return section.ordered(by: [leading])
    }
    // Bytes keep texts apart that are one section; an index that has them so is worth it.
    if first.collation == nil, section.collation(in: table) == .swift {
      let leading = SortColumn(property: section.property, collation: .swift, isAscending: first.isAscending)
      order.insert(leading, at: 0)
      return section.ordered(by: [leading])
    }
    // What an order of a locale takes for the same may not be the same.
    guard first.collation == .localized || first.collation == .localizedStandard else {
      return section.ordered(by: [first])
    }
    let second = SortColumn(property: section.property, collation: .swift, isAscending: first.isAscending)
    order.insert(second, at: 1)
    return section.ordered(by: [first, second])
  }
}
