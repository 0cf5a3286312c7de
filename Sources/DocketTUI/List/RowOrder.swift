import DocketData
import Foundation
import SwiftData

/// The order of the rows, as the store is asked for it.
struct RowOrder: Hashable, Sendable {
  /// The agenda of more open items than these is in the order of their due dates, which an index has.
  ///
  /// To sort by urgency all of them are read, before the first is shown.
  static let maxSorted = 20_000

  private let orders: [ItemOrder]
  /// Nil if the order is always the same.
  private let urgency: Urgency?
  private let isByDate: Bool
  /// Whether the order changes with time; asked with each key.
  let dependsOnTime: Bool

  /// - Parameters:
  ///   - context: where the items are counted, for an agenda.
  ///   - earlier: the order of the list before. What were many then, at the same moment, are not counted anew: a search
  ///     asks for its order with each letter.
  ///   - limit: the most open items of which an agenda is sorted by urgency.
  @MainActor
  init(
    _ orders: [ItemOrder], _ urgency: Urgency, in context: ModelContext, after earlier: RowOrder? = nil,
    sortingUpTo limit: Int = maxSorted
  ) {
    let keys = orders.map(\.key)
    self.orders = orders
    dependsOnTime = keys.contains(.urgency) || keys.contains(.agenda)
    self.urgency = dependsOnTime ? urgency : nil
    let wereMany = earlier.map { $0.isByDate && $0.urgency?.reference == urgency.reference } ?? false
    isByDate = keys.first == .agenda && (wereMany || Self.hasOpenItems(beyond: limit, in: context))
  }

  /// How the rows are divided into sections; nil if they are not.
  var agenda: AgendaDivision? {
    guard let urgency, orders.first?.key == .agenda else { return nil }
    return AgendaDivision(reference: urgency.reference, isByDate: isByDate)
  }

  var descriptors: [SortDescriptor<Item>] {
    guard !isByDate, let urgency else { return (isByDate ? byDate : orders).flatMap { $0.descriptors() } }
    return orders.flatMap { $0.descriptors(urgency) }
  }

  private var byDate: [ItemOrder] { [ItemOrder(.due, isAscending: orders.first?.isAscending ?? true)] }

  @MainActor
  private static func hasOpenItems(beyond limit: Int, in context: ModelContext) -> Bool {
    var open = FetchDescriptor<Item>(predicate: #Predicate { $0.completedAt == nil })
    open.fetchLimit = limit + 1
    // What can't be counted can't be read either, which is told with the rows.
    return ((try? context.fetchCount(open)) ?? 0) > limit
  }
}
