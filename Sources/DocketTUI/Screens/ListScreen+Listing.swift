import DocketData
import Foundation

/// What the list shows.
extension ListScreen {
  /// What dates that people type are relative to.
  var reference: DateReference { DateReference(now: environment.now()) }

  /// Shows something else; what is selected is selected no longer, as it may be out of sight.
  ///
  /// - Throws: `QueryError` if it makes no sense; what is shown stays then.
  func show(_ listing: Listing) throws(QueryError) {
    let query = try listing.query(reference)
    let isOtherQuery = !query.asksForSame(as: self.query)
    self.listing = listing
    self.query = query
    list.unmarkAll()
    list.invalidateAll()
    rows.show(query, orders: listing.orders(query))
    (isNewListing, returning) = (!rows.isCurrent, nil)
    if isNewListing { holdMoves() }
    forgetExpectations()
    if isOtherQuery { counts.forget() }
    if !counts.isCounting { countIfSettled() }
  }

  /// Asks anew for what is overdue or due today, once a minute went by since it was asked for.
  func refreshIfStale() {
    guard query.dependsOnTime, environment.now().timeIntervalSince(query.reference.now) >= 60,
      let query = try? listing.query(reference)
    else { return }
    self.query = query
    rows.show(query, orders: listing.orders(query))
    countIfSettled()
  }

  /// Shows what the menu of filters offers, without a search.
  func show(_ filter: NamedQuery) {
    var listing = Listing(filter: filter)
    listing.order = self.listing.order
    do { try show(listing) } catch { refuse("\(filter.name): \(error.message)") }
  }

  /// While a search is typed, its rows are counted and nothing else.
  func countIfSettled() {
    if draft?.isSearch != true { counts.count(query) }
  }

  /// Puts a new order before the one that the query asks for.
  func order(by order: ItemOrder) {
    var listing = listing
    listing.order = order
    // What was understood before is understood again.
    try? show(listing)
  }

  func reverseOrder() { order(by: listing.orders(query)[0].reversed) }
}
