import DataProvider
import SwiftData
import TerminalUI

/// How many parts items have, and how many of these are open, counted in the background.
@MainActor
final class PartCounts {
  /// Called when a number is another one.
  var onChange: (@MainActor () -> Void)?

  private(set) var all: [PersistentIdentifier: Int] = [:]
  private(set) var open: [PersistentIdentifier: Int] = [:]
  private let allParts: AggregateObserver<[PersistentIdentifier: Int]>?
  private let openParts: AggregateObserver<[PersistentIdentifier: Int]>?
  private lazy var region = ObservedRegion { [weak self] in self?.changed() }

  init(context: ModelContext) {
    // What can't be counted is shown without numbers.
    allParts = try? AggregateObserver(countsBy: \Item.parent, modelContext: context)
    openParts = try? AggregateObserver(
      countsBy: \Item.parent, where: #Predicate { $0.completedAt == nil }, modelContext: context)
    take()
  }

  private func changed() {
    take()
    onChange?()
  }

  private func take() {
    (all, open) = region.draw { (allParts?.value ?? [:], openParts?.value ?? [:]) }
  }
}
