import DocketConfiguration
import DocketData

/// What the list shows: a filter, a search within it, and an order.
struct Listing: Hashable, Sendable {
  var filter: NamedQuery
  var search = ""
  /// Whether the search is in all items, whatever the filter.
  var searchesAll = false
  /// The order chosen by hand; nil for that of the query.
  var order: ItemOrder?
  /// What holds in whatever is shown, until it is lifted; nil for everything.
  var context: NamedQuery?
  /// Whether what was done today stands below the agenda.
  var showsDoneToday = false

  /// Everything, in the default order.
  static let everything = Listing(filter: NamedQuery(name: "", query: ""))

  /// A typed filter, named as in the menu, or by its query.
  init(filter query: String, named filters: [NamedQuery] = []) {
    let name = (NamedQuery.standard + filters).first { $0.query == query }?.name ?? query
    self.init(filter: NamedQuery(name: name, query: query))
  }

  init(filter: NamedQuery) { self.filter = filter }

  /// Filter, search and context as one query.
  ///
  /// - Throws: `QueryError` with a range in the search, if the mistake is there.
  func query(_ reference: DateReference) throws(QueryError) -> ItemQuery {
    let search = try ItemQuery(search, reference)
    let hasSearch = !search.terms.isEmpty || !search.orders.isEmpty
    let query = hasSearch ? try search.and(filterQuery) : try ItemQuery(filterQuery, reference)
    guard let context else { return query }
    return try query.and(context.query)
  }

  /// What was done today, within the context.
  func doneToday(_ reference: DateReference) throws(QueryError) -> ItemQuery {
    let query = try ItemQuery("done:today", reference)
    guard let context else { return query }
    return try query.and(context.query)
  }

  /// Whether its search leaves out what the filter leaves out.
  var canSearchAll: Bool { !search.isEmpty && !searchesAll && !filter.query.isEmpty }

  /// What Escape does in a search, in the footer: from all items it goes back to those of the filter.
  var titleOfEscape: String { searchesAll ? "back" : "clear" }

  /// The same search in all items, or within the filter.
  func searching(all: Bool) -> Listing {
    var listing = self
    listing.searchesAll = all
    return listing
  }

  /// The same without a search.
  var withoutSearch: Listing {
    var listing = self
    (listing.search, listing.searchesAll) = ("", false)
    return listing
  }

  private var filterQuery: String {
    if searchesAll, !search.isEmpty { return "" }
    return showsDoneToday && isAgenda ? NamedQuery.agendaWithDoneToday.query : filter.query
  }

  /// Whether it is the agenda itself, below which stands what was done today.
  var isAgenda: Bool { filter.query == NamedQuery.agenda.query && search.isEmpty && order == nil }

  /// The sort orders, most significant first.
  func orders(_ query: ItemQuery) -> [ItemOrder] {
    if let order { return [order] }
    return query.orders.isEmpty ? [.standard] : query.orders
  }

  /// Which items stand below their parents; nil if all are listed one by one.
  ///
  /// A search shows each match, which would be hidden below a folded item.
  func outline(_ query: ItemQuery, _ order: RowOrder) -> QueryOutline? {
    finds(query.reference) ? nil : QueryOutline(query, hasSections: order.agenda != nil)
  }

  /// Why sub-items don't stand below their items, as a person is told.
  func reasonForNoOutline(_ reference: DateReference) -> String {
    if finds(reference) { return "search results have no outline; their sub-items are listed one by one" }
    let parts = [("filter", filter), ("context", context)].compactMap { kind, query in query.map { (kind, $0) } }
    let part = parts.first { (try? ItemQuery($0.1.query, reference)).flatMap { QueryOutline($0) } == nil }
    let words = part.map { "the \($0.0) \($0.1.name.prefix(24))" } ?? "the filter in this context"
    return "\(words) has no outline; its items are listed one by one"
  }

  /// Whether a search leaves something out.
  private func finds(_ reference: DateReference) -> Bool {
    !search.isEmpty && (try? ItemQuery(search, reference))?.terms.isEmpty == false
  }

  /// What the header calls it.
  var name: String {
    let filter = searchesAll && !search.isEmpty ? NamedQuery.all : filter
    let isNamed = searchesAll || !filter.query.isEmpty
    let parts = [isNamed ? filter.name : "", search.isEmpty ? "" : "/\(search)"].filter { !$0.isEmpty }
    return parts.isEmpty ? NamedQuery.all.name : parts.joined(separator: " ")
  }
}

extension ItemOrder.Key {
  /// In the header.
  var word: String {
    switch self {
    case .updated: "updated"
    case .created: "created"
    case .title: "title"
    case .due: "due"
    case .done: "done"
    case .priority: "priority"
    case .manual: "manual"
    case .urgency: "urgency"
    case .agenda: "agenda"
    }
  }

  /// New, urgent and important items first.
  var usualOrder: ItemOrder {
    switch self {
    case .updated, .created, .done, .priority, .urgency: ItemOrder(self, isAscending: false)
    case .title, .due, .manual, .agenda: ItemOrder(self, isAscending: true)
    }
  }
}

extension ItemOrder {
  /// In the header: "by due ↑".
  ///
  /// Empty for the agenda, whose headings say it.
  var words: String { key == .agenda && isAscending ? "" : "by \(key.word) \(mark)" }

  /// The direction: "↑" if the smallest value comes first.
  var mark: String { isAscending ? "↑" : "↓" }
}

extension Configuration {
  /// The configured filters.
  var namedQueries: [NamedQuery] { filters.map { NamedQuery(name: $0.name, query: $0.query) } }
}

extension Configuration.Urgency {
  /// What the parts of urgency count.
  public var weights: DocketData.Urgency.Weights {
    DocketData.Urgency.Weights(priority: priority, due: due, age: age, blocking: blocking, blocked: blocked)
  }
}
