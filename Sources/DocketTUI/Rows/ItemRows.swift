import DataProvider
import Foundation
import SwiftData
import TerminalUI

/// The rows of the list: the live result, drawn item by item.
@MainActor
final class ItemRows: ListDataSource {
  /// Called when rows came, went or moved; the argument finds the new place of an item.
  var onChange: (@MainActor () -> Void)?

  private(set) var results: FetchResultsCollection<Item>
  /// Whether everything there is has been read.
  private(set) var isComplete: Bool
  /// Why the list could not be brought up to date, or nil.
  private(set) var error: (any Error)?
  private let observer: ResultsObserver<Item, Never>
  private var row: ItemRow
  private lazy var region = ObservedRegion { [weak self] in self?.resultsChanged() }

  init(context: ModelContext, order: ItemOrder, roles: Roles, now: Date) throws {
    observer = try ResultsObserver(fetchDescriptor: .items(order: order), modelContext: context)
    results = observer.results
    isComplete = observer.isComplete
    row = ItemRow(roles: roles, clock: DayClock(now: now))
    takeResults()
  }

  var count: Int { results.count }

  func id(at index: Int) -> PersistentIdentifier { results.identifier(at: index) }

  /// Reads the items of a range at once, unless they are in memory.
  func prepare(_ range: Range<Int>) { results.prefetch(range) }

  func line(for id: PersistentIdentifier, context: RowContext) -> CellLine {
    guard let item = item(id) else { return CellLine() }
    return row.line(for: item, context: context)
  }

  /// The item of a visible row.
  func item(_ id: PersistentIdentifier) -> Item? { results.model(for: id) }

  /// The place of an item; looks near a place first.
  func index(of id: PersistentIdentifier, near place: Int?) -> Int? {
    if let place {
      let neighbours = max(0, place - 2)..<max(0, min(results.count, place + 3))
      if let index = neighbours.first(where: { results.identifier(at: $0) == id }) { return index }
    }
    return results.position(of: id)
  }

  /// Moves the day that "today" means.
  ///
  /// - Returns: whether it is another day than before, so that every row has to be drawn again.
  func update(now: Date) -> Bool {
    let clock = DayClock(now: now)
    guard clock != row.clock else { return false }
    row = ItemRow(roles: row.roles, clock: clock)
    return true
  }

  private func resultsChanged() {
    takeResults()
    onChange?()
  }

  private func takeResults() {
    (results, isComplete, error) = region.draw { (observer.results, observer.isComplete, observer.fetchError) }
  }
}
