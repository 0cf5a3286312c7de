import DocketData
import Foundation
import SwiftData
import TerminalUI

/// What stands below the rows: how many items the list leaves out, and the key that shows them.
///
/// Below the agenda these are the items that were done today; below a search, what it finds elsewhere: in other lists than
/// the filter has, and outside of the context.
@MainActor
final class ListFooting {
  /// Called when a number has changed.
  var onChange: (@MainActor () -> Void)? {
    didSet { for count in [doneToday, matches, shownMatches, matchesWithoutContext] { count.onChange = onChange } }
  }

  private let environment: ListScreen.Environment
  private let keys: CommandKeys
  private let doneToday: ItemCount
  /// What the search finds in all items, and within the filter; both within the context.
  private let matches, shownMatches: ItemCount
  /// What it finds in all items, whatever the context.
  private let matchesWithoutContext: ItemCount
  private var context: NamedQuery?
  /// Whether the filter leaves out what the search may find.
  private var isFiltered = false
  /// What the numbers are relative to; nil before there are any.
  private var reference: DateReference?

  init(_ environment: ListScreen.Environment, _ keys: CommandKeys) {
    (self.environment, self.keys) = (environment, keys)
    doneToday = ItemCount(context: environment.context)
    (matches, shownMatches) = (ItemCount(context: environment.context), ItemCount(context: environment.context))
    matchesWithoutContext = ItemCount(context: environment.context)
  }

  /// Counts what a list leaves out.
  ///
  /// - Parameter isTyped: whether its search is being typed: then that is not counted for each letter.
  func follow(_ listing: Listing, isTyped: Bool) {
    let reference = environment.queryReference
    self.reference = reference
    let leavesOutDone = listing.isAgenda && !listing.showsDoneToday
    doneToday.follow(leavesOutDone ? try? listing.doneToday(reference) : nil)
    (context, isFiltered) = (listing.context, listing.canSearchAll)
    // One that asks for an order alone leaves nothing out.
    let finds = !isTyped && (try? ItemQuery(listing.search, reference))?.terms.isEmpty == false
    matches.follow(finds && listing.canSearchAll ? try? listing.searching(all: true).query(reference) : nil)
    matchesWithoutContext.follow(finds && context != nil ? try? ItemQuery(listing.search, reference) : nil)
    shownMatches.follow(finds && (listing.canSearchAll || context != nil) ? try? listing.query(reference) : nil)
  }

  /// Counts anew what a list leaves out if a minute has begun since.
  func renew(_ listing: Listing, isTyped: Bool, at now: Date) {
    if let reference, !reference.isInMinute(of: now) { follow(listing, isTyped: isTyped) }
  }

  /// How many items were done today, while that stands below the agenda as a number; nil if it is not known.
  var doneTodayCount: Int? { doneToday.count }

  /// How many items the search finds that its filter leaves out, as far as is known.
  var matchesElsewhere: Int {
    guard let all = matches.count, let shown = shownMatches.count else { return 0 }
    return max(0, all - shown)
  }

  /// How many items it finds that the context leaves out, in words; nil if there are none, as far as is known.
  var wordsForMatchesOutside: String? {
    guard let context, let all = matchesWithoutContext.count,
      let inside = (isFiltered ? matches : shownMatches).count, all > inside
    else { return nil }
    return "\((all - inside).grouped) outside of the context \(context.name); :context lifts it"
  }

  /// Nil if nothing is left out.
  ///
  /// - Parameter hasRows: without rows, the list itself says what its search finds elsewhere.
  func line(hasRows: Bool) -> CellLine? {
    if let count = doneToday.count, count > 0 {
      return AgendaHeadings.lineForDoneToday(count, key: keys.first(of: .doneToday), environment.roles)
    }
    guard hasRows, matchesElsewhere > 0 || wordsForMatchesOutside != nil else { return nil }
    let style = environment.roles.detail
    var line = CellLine(" Elsewhere", style: environment.roles.header.overlaid(with: .bold))
    if matchesElsewhere > 0 {
      line.append("  \(matchesElsewhere.grouped)  \(ItemMarks.folded)", style: style)
      if let key = keys.first(of: .searchAll) { line.append("  \(key) searches all items", style: style) }
    }
    if let words = wordsForMatchesOutside {
      line.append(matchesElsewhere > 0 ? " · \(words)" : "  \(words)", style: style)
    }
    return line
  }
}

/// How many items a query finds, counted in the background while it is wanted.
@MainActor
private final class ItemCount {
  /// Called when the number has changed.
  var onChange: (@MainActor () -> Void)?
  /// Nil until it is counted.
  private(set) var count: Int?

  private let context: ModelContext
  private var observer: AggregateObserver<Int>?
  private var query: ItemQuery?
  private lazy var region = ObservedRegion { [weak self] in self?.take() }

  init(context: ModelContext) { self.context = context }

  /// Counts from now on, or no longer.
  ///
  /// - Parameter query: what to count; nil to count no longer.
  func follow(_ query: ItemQuery?) {
    if let query, let old = self.query, query.asksForSame(as: old) { return }
    if query == nil, self.query == nil { return }
    self.query = query
    // What can't be counted can't be read either, which is told with the rows.
    observer = query.flatMap { try? AggregateObserver(.count, where: $0.predicate, modelContext: context) }
    take()
  }

  private func take() {
    let old = count
    count = region.draw { observer?.value }
    if count != old { onChange?() }
  }
}
