import DocketData

/// What the list shows: a filter, a search in what it leaves, and an order.
struct Listing: Hashable, Sendable {
  /// The filter, with the name that people know it by.
  var filter: NamedQuery
  /// What is searched for.
  var search = ""
  /// The order that was chosen by hand; nil for the one that the query asks for.
  var order: ItemOrder?

  /// Everything, in the usual order.
  static let everything = Listing(filter: NamedQuery(name: "", query: ""))

  /// A filter that was typed; its name is that of the same query in the menu, or else the query itself.
  init(filter query: String, named filters: [NamedQuery] = []) {
    let name = (NamedQuery.standard + filters).first { $0.query == query }?.name ?? query
    self.init(filter: NamedQuery(name: name, query: query))
  }

  init(filter: NamedQuery) { self.filter = filter }

  /// Filter and search as one query.
  ///
  /// - Throws: `QueryError` with a place in the search, if it is that which makes no sense.
  func query(_ reference: DateReference) throws(QueryError) -> ItemQuery {
    let search = try ItemQuery(search, reference)
    guard !search.terms.isEmpty || !search.orders.isEmpty else { return try ItemQuery(filter.query, reference) }
    return try ItemQuery("\(self.search.closed) \(filter.query)", reference)
  }

  /// The orders, the first one first.
  func orders(_ query: ItemQuery) -> [ItemOrder] {
    if let order { return [order] }
    return query.orders.isEmpty ? [.standard] : query.orders
  }

  /// What is shown, in words; nil if it is everything.
  var name: String? {
    let parts = [filter.query.isEmpty ? "" : filter.name, search.isEmpty ? "" : "/\(search)"].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension String {
  /// A piece of a query, so that text after it means the same as alone: a backslash at its end stands for itself.
  var closed: String {
    let backslashes = reversed().prefix { $0 == "\\" }.count
    return backslashes.isMultiple(of: 2) ? self : self + "\\"
  }
}
