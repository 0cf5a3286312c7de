import DocketData
import Foundation

/// What a query means, said once more and as simply as can be.
struct NaiveQuery {
  let query: ItemQuery

  func matches(_ item: ItemValues) -> Bool {
    query.terms.allSatisfy { meets($0.condition, item) != $0.isNegated }
  }

  private func meets(_ condition: QueryCondition, _ item: ItemValues) -> Bool {
    switch condition {
    case .text(let text): [item.title, item.notes].contains { $0.localizedStandardContains(text) }
    case .tag(let key): item.tags.contains { $0.lowercased() == key }
    case .hasTags(let isWanted): item.tags.isEmpty != isWanted
    case .list(let key): item.list?.lowercased() == key
    case .hasList(let isWanted): (item.list != nil) == isWanted
    case .state(let state): isIn(state, item)
    case .priority(let comparison, let priority): compares(item.priority.rawValue, comparison, priority.rawValue)
    case .date(let date, let comparison, let span): isThere(date, item).map { compares($0, comparison, span) } ?? false
    case .hasDate(let date, let isWanted): (isThere(date, item) != nil) == isWanted
    }
  }

  private func isIn(_ state: QueryState, _ item: ItemValues) -> Bool {
    let calendar = query.reference.calendar
    return switch state {
    case .open: !item.isDone
    case .done: item.isDone
    case .overdue: !item.isDone && item.dueAt.map { $0 < query.reference.now } ?? false
    case .today: !item.isDone && item.dueAt.map { calendar.isDate($0, inSameDayAs: query.reference.now) } ?? false
    case .recurring: item.recurrence != nil
    }
  }

  private func isThere(_ date: QueryDate, _ item: ItemValues) -> Date? {
    switch date {
    case .due: item.dueAt
    case .created: item.createTimestamp
    case .updated: item.timestamp
    case .done: item.completedAt
    }
  }

  private func compares(_ left: Int, _ comparison: QueryComparison, _ right: Int) -> Bool {
    switch comparison {
    case .equal: left == right
    case .less: left < right
    case .atMost: left <= right
    case .greater: left > right
    case .atLeast: left >= right
    }
  }

  private func compares(_ date: Date, _ comparison: QueryComparison, _ span: DateSpan) -> Bool {
    switch comparison {
    case .equal: date >= span.start && date < span.end
    case .less: date < span.start
    case .atMost: date < span.end
    case .greater: date >= span.end
    case .atLeast: date >= span.start
    }
  }

  /// Whether items are in the order that the query asks for; equal ones may stand in any.
  func isOrdered(_ items: [ItemValues]) -> Bool {
    guard let order = query.orders.first else { return true }
    return zip(items, items.dropFirst()).allSatisfy {
      order.isAscending ? !isLess($1, $0, order.key) : !isLess($0, $1, order.key)
    }
  }

  private func isLess(_ left: ItemValues, _ right: ItemValues, _ key: ItemOrder.Key) -> Bool {
    switch key {
    case .updated: left.timestamp < right.timestamp
    case .created: left.createTimestamp < right.createTimestamp
    case .title: left.title < right.title
    case .due: (left.dueAt ?? .distantFuture) < (right.dueAt ?? .distantFuture)
    case .done: (left.completedAt ?? .distantPast) < (right.completedAt ?? .distantPast)
    case .priority: left.priority < right.priority
    case .manual: left.position < right.position
    }
  }
}
