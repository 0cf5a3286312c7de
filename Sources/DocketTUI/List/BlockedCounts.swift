import DocketData
import SwiftData
import TerminalUI

/// Which items wait for others that are open, counted in the background.
@MainActor
final class BlockedCounts {
  /// Called when an item waits now that did not, or no longer.
  var onChange: (@MainActor () -> Void)?

  private var openBlockers: AggregateObserver<[PersistentIdentifier: Int]>?
  private var counts: [PersistentIdentifier: Int] = [:]
  private lazy var region = ObservedRegion { [weak self] in self?.take() }

  func isBlocked(_ id: PersistentIdentifier) -> Bool { counts[id] != nil }

  func begin(_ context: ModelContext) {
    // Where they can't be counted, only the details say what an item waits for.
    openBlockers = try? AggregateObserver(
      countsBy: \Item.blocked, where: #Predicate { $0.completedAt == nil }, modelContext: context)
    take()
  }

  private func take() {
    let new = region.draw { openBlockers?.value } ?? [:]
    guard new != counts else { return }
    counts = new
    onChange?()
  }
}
