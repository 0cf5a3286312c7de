import DocketData
import Foundation
import SwiftData
import TerminalUI

/// What stands below the rows: how many items the list leaves out, and the key that shows them.
///
/// Below the agenda these are the items that were done today; below a search, what it finds elsewhere.
@MainActor
final class ListFooting {
  /// Called when a number has changed.
  var onChange: (@MainActor () -> Void)? {
    didSet { for count in [doneToday, matches, shownMatches] { count.onChange = onChange } }
  }

  private let environment: ListScreen.Environment
  private let keys: CommandKeys
  private let doneToday: ItemCount
  /// What the search finds in all items, and within the filter.
  private let matches, shownMatches: ItemCount

  init(_ environment: ListScreen.Environment, _ keys: CommandKeys) {
    (self.environment, self.keys) = (environment, keys)
    doneToday = ItemCount(context: environment.context)
    (matches, shownMatches) = (ItemCount(context: environment.context), ItemCount(context: environment.context))
  }

  /// Counts what a list leaves out.
  ///
  /// - Parameter isTyped: whether its search is being typed: then that is not counted for each letter.
  func follow(_ listing: Listing, isTyped: Bool) {
    let reference = environment.queryReference
    let leavesOutDone = listing.isAgenda && !listing.showsDoneToday
    doneToday.follow(leavesOutDone ? try? listing.doneToday(reference) : nil)
    let all = listing.canSearchAll && !isTyped ? try? listing.searching(all: true).query(reference) : nil
    // One that asks for an order alone leaves nothing out.
    let isCounted = all?.terms.isEmpty == false
    matches.follow(isCounted ? all : nil)
    shownMatches.follow(isCounted ? try? listing.query(reference) : nil)
  }

  /// How many items the search finds that its filter leaves out, as far as is known.
  var matchesElsewhere: Int {
    guard let all = matches.count, let shown = shownMatches.count else { return 0 }
    return max(0, all - shown)
  }

  /// Nil if nothing is left out.
  ///
  /// - Parameter hasRows: without rows, the list itself says what its search finds elsewhere.
  func line(hasRows: Bool) -> CellLine? {
    if let count = doneToday.count, count > 0 {
      return AgendaHeadings.lineForDoneToday(count, key: keys.first(of: .doneToday), environment.roles)
    }
    guard matchesElsewhere > 0, hasRows else { return nil }
    var line = CellLine(" Elsewhere", style: environment.roles.header.overlaid(with: .bold))
    line.append("  \(matchesElsewhere.grouped)  \(ItemMarks.folded)", style: environment.roles.detail)
    if let key = keys.first(of: .searchAll) {
      line.append("  \(key) searches all items", style: environment.roles.detail)
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
