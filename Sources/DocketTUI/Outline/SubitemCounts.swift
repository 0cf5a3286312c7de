import DocketData
import SwiftData
import TerminalUI

/// How many sub-items items have, and how many of these are open, counted in the background.
@MainActor
final class SubitemCounts {
  /// Called when a number has changed.
  var onChange: (@MainActor () -> Void)?

  /// Whether it is known which items have sub-items.
  private(set) var areCounted = false
  private(set) var all: [PersistentIdentifier: Int] = [:]
  private(set) var open: [PersistentIdentifier: Int] = [:]
  /// Whether an item has sub-items, as far as is known.
  func mayExist(of id: PersistentIdentifier) -> Bool { !areCounted || all[id, default: 0] > 0 }

  private var allSubitems: AggregateObserver<[PersistentIdentifier: Int]>?
  private var openSubitems: AggregateObserver<[PersistentIdentifier: Int]>?
  private lazy var region = ObservedRegion { [weak self] in self?.take() }

  func begin(_ context: ModelContext) {
    // What can't be counted is shown without numbers.
    allSubitems = try? AggregateObserver(countsBy: \Item.parent, modelContext: context)
    openSubitems = try? AggregateObserver(
      countsBy: \Item.parent, where: #Predicate { $0.completedAt == nil }, modelContext: context)
    take()
  }

  /// They are counted again after each change that may matter.
  private func take() {
    let (all, open) = region.draw { (allSubitems?.value, openSubitems?.value) }
    // Without the open ones, all would be shown as done.
    guard let all, let open, !areCounted || all != self.all || open != self.open else { return }
    (self.all, self.open, areCounted) = (all, open, true)
    onChange?()
  }
}
