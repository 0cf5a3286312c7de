import DocketData
import Foundation
import SwiftData
import TerminalUI

/// How many items were done today, counted in the background while the agenda is shown without them.
@MainActor
final class DoneToday {
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
  /// - Parameter query: what was done today; nil to count no longer.
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
