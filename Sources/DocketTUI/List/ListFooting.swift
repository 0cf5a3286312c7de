import DocketConfiguration
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
    didSet { (doneToday.onChange, matches.onChange) = (onChange, onChange) }
  }

  private let environment: ListScreen.Environment
  private let doneToday: ItemCount
  private let matches: ItemCount

  init(_ environment: ListScreen.Environment) {
    self.environment = environment
    doneToday = ItemCount(context: environment.context)
    matches = ItemCount(context: environment.context)
  }

  /// Counts what a list leaves out.
  ///
  /// - Parameter isTyped: whether its search is being typed: then that is not counted for each letter.
  func follow(_ listing: Listing, isTyped: Bool) {
    let reference = environment.reference
    let leavesOutDone = listing.isAgenda && !listing.showsDoneToday
    doneToday.follow(leavesOutDone ? try? listing.doneToday(reference) : nil)
    matches.follow(listing.canSearchAll && !isTyped ? try? listing.searchingAll.query(reference) : nil)
  }

  /// How many items the search finds that its filter leaves out, as far as is known.
  ///
  /// - Parameter rows: how many are shown.
  func matchesElsewhere(rows: Int) -> Int { max(0, matches.count - rows) }

  /// Nil if nothing is left out.
  ///
  /// - Parameter rows: how many are shown; below none nothing stands.
  func line(rows: Int) -> CellLine? {
    if doneToday.count > 0 {
      return AgendaHeadings.lineForDoneToday(doneToday.count, key: key(of: .doneToday), environment.roles)
    }
    let count = matchesElsewhere(rows: rows)
    guard count > 0, rows > 0 else { return nil }
    var line = CellLine(" Elsewhere", style: environment.roles.header.overlaid(with: .bold))
    line.append("  \(count.grouped)  \(ItemMarks.folded)", style: environment.roles.detail)
    if let key = key(of: .searchAll) { line.append("  \(key) searches all items", style: environment.roles.detail) }
    return line
  }

  private func key(of command: Command) -> String? { CommandKeys(environment.configuration).first(of: command) }
}

/// How many items a query finds, counted in the background while it is wanted.
@MainActor
private final class ItemCount {
  /// Called when the number has changed.
  var onChange: (@MainActor () -> Void)?
  private(set) var count = 0

  private let context: ModelContext
  private var observer: AggregateObserver<Int>?
  private var query: ItemQuery?
  private lazy var region = ObservedRegion { [weak self] in self?.take() }

  init(context: ModelContext) { self.context = context }

  /// Counts from now on, or no longer.
  ///
  /// - Parameter query: what to count; nil to count no longer.
  func follow(_ query: ItemQuery?) {
    guard query?.terms != self.query?.terms else { return }
    self.query = query
    // What can't be counted can't be read either, which is told with the rows.
    observer = query.flatMap { try? AggregateObserver(.count, where: $0.predicate, modelContext: context) }
    take()
  }

  private func take() {
    let old = count
    count = region.draw { observer?.value } ?? 0
    if count != old { onChange?() }
  }
}
