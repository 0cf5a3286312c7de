import Foundation

/// A fetch descriptor prepared to be read and then kept up to date.
struct ResultsQuery<Element: PersistentModel>: Sendable {
  let descriptor: FetchDescriptor<Element>
  /// The rows and their order, without limit and offset.
  let select: SelectQuery
  /// The same rows by way of the full-text indexes, which is faster if the short texts that are searched are rare.
  ///
  /// Nil if no short text is searched, if the indexes don't help, and where there are sections.
  let selectOfRare: SelectQuery?
  /// The condition for single rows that are known by key.
  let rowCondition: SQLText?
  /// The predicate, if SQL can't express a part of it; else nil.
  let residual: Predicate<Element>?
  /// Whether SQL expresses the order.
  let isOrdered: Bool
  /// The column that divides the rows into sections, or nil.
  let section: SectionColumn?
  let page: ResultsPage
  let dependencies: ResultsDependencies

  /// - Throws: `SwiftDataError` if the descriptor is invalid.
  init(_ descriptor: FetchDescriptor<Element>, section: SectionColumn?, store: SQLiteStore) throws {
    let plan = try FetchPlan(descriptor, in: store)
    let rows = plan.query.withoutPage()
    if let section {
      let (query, column) = rows.leading(with: section)
      (select, self.section, selectOfRare) = (query, column, nil)
    } else {
      (select, self.section, selectOfRare) = (rows, nil, try Self.selectOfRare(rows, descriptor, store))
    }
    rowCondition = try Self.rowCondition(rows, descriptor, store)
    self.descriptor = descriptor
    residual = plan.residual?.predicate
    isOrdered = plan.residual?.needsOrder != true
    page = ResultsPage(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    dependencies = ResultsDependencies(select, isPartial: plan.residual != nil, store: store)
  }

  /// A full-text index would be searched as a whole for the sake of one row.
  private static func rowCondition(
    _ select: SelectQuery, _ descriptor: FetchDescriptor<Element>, _ store: SQLiteStore
  ) throws -> SQLText? {
    guard select.fullText.isUsed else { return select.condition }
    return try FetchPlan(descriptor, in: store, fullTextUse: .nothing).query.condition
  }

  private static func selectOfRare(
    _ select: SelectQuery, _ descriptor: FetchDescriptor<Element>, _ store: SQLiteStore
  ) throws -> SelectQuery? {
    guard select.fullText.searchesAllTexts else { return nil }
    let plan = try FetchPlan(descriptor, in: store, fullTextUse: .everything)
    guard plan.query.fullText.isUsed, plan.residual == nil else { return nil }
    // SQLite can't tell that the rows are rare, and might walk the index of the order through all rows to find them.
    return plan.query.withoutPage().withoutIndexedOrder()
  }
}

extension ResultsQuery {
  /// Whether another query has the same rows in exactly the reversed order.
  ///
  /// Equal rows are ordered by their keys in the direction of the last column, so reversing the direction of every
  /// column reverses the result.
  func isReverse(of other: ResultsQuery) -> Bool {
    isReversible && other.isReversible && select.table.identity == other.select.table.identity
      && select.condition == other.select.condition && select.order.count == other.select.order.count
      && zip(select.order, other.select.order).allSatisfy { $0.isReverse(of: $1) }
  }

  /// Whether another query has these rows too, in the same order, but for rare ones: it searches for the beginnings of the
  /// texts that this one searches for, and asks for the same otherwise.
  ///
  /// Rare is a letter that is found as two or not at all: “stras” may not be found in “Straße” although “strass” is.
  func narrows(_ other: ResultsQuery) -> Bool {
    guard isReversible, other.isReversible, select.table.identity == other.select.table.identity,
      select.orderSQL == other.select.orderSQL, let condition = rowCondition, let wider = other.rowCondition,
      condition.sql == wider.sql, condition.arguments.count == wider.arguments.count
    else { return false }
    let (texts, widerTexts) = (select.fullText.lookUps, other.select.fullText.lookUps)
    guard !texts.isEmpty, texts.count == widerTexts.count,
      zip(texts, widerTexts).allSatisfy({ $0.continues($1) })
    else { return false }
    // Each text is an argument of its own, so that nothing else differs if as many do.
    let others = zip(condition.arguments, wider.arguments).count { $0 != $1 }
    return others == zip(texts, widerTexts).count { $0.text != $1.text }
  }

  private var isReversible: Bool { isOrdered && residual == nil && section == nil && page.isEverything }
}

extension SortColumn {
  fileprivate func isReverse(of other: SortColumn) -> Bool {
    column == other.column && collation == other.collation && isAscending != other.isAscending
  }
}
