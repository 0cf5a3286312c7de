import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Compiled queries")
struct CompiledQueryTests {
  @Test(arguments: 1...4) func answerLikeALookAtEachItem(_ seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let world = World()
    let handler = try await world.handler()
    try await handler.newItems((0..<300).map { _ in Self.item(&random) })
    for number in 1...80 {
      let ids = try (0..<Int.random(in: 0...2, using: &random)).map { _ in
        try handler.identifier(number: Int64.random(in: Int64(number) + 1...300, using: &random))
      }
      try await handler.updateItems(
        ids: [handler.identifier(number: Int64(number))], ItemChanges(addedBlockers: ids), at: Self.date(&random))
    }
    let all = try await handler.items()
    let open = Set(all.filter { !$0.isDone }.map(\.id))
    var matches = 0
    for _ in 0..<150 {
      let text = Self.query(&random)
      let query = try ItemQuery(text, Berlin.reference)
      let naive = NaiveQuery(query: query, open: open)
      let expected = all.filter(naive.matches)
      let found = try await handler.items(matching: query)
      #expect(Set(found.map(\.number)) == Set(expected.map(\.number)), "\(text)")
      #expect(found.count == expected.count && naive.isOrdered(found), "\(text)")
      #expect(try await handler.itemCount(matching: query) == expected.count, "\(text)")
      matches += found.count
    }
    // The test would say nothing if hardly any query matched.
    #expect(matches > 1_000)
  }

  private static let words = [
    "milk", "Café", "straße", "STRASSE", "naïve", "日本語", "résumé", "a", "100%", "o'clock", "👩‍🚀",
  ]
  private static let tags = ["home", "Work", "x1", "été"]
  private static let lists = ["Groceries", "My list", "none", "Work", "work.api", "Work.API.v2"]

  private static func item(_ random: inout SeededGenerator) -> NewItem {
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
    }
    func date() -> Date { Self.date(&random) }
    return NewItem(
      title: text(1...4), timestamp: date(), createTimestamp: date(), notes: text(0...3),
      completedAt: Int.random(in: 0..<3, using: &random) == 0 ? date() : nil,
      priority: Priority.allCases.randomElement(using: &random) ?? .none,
      dueAt: Bool.random(using: &random) ? date() : nil,
      recurrence: Int.random(in: 0..<5, using: &random) == 0 ? Recurrence(.week) : nil,
      start: Int.random(in: 0..<3, using: &random) == 0 ? .moment(date()) : nil,
      tags: tags.filter { _ in Int.random(in: 0..<3, using: &random) == 0 },
      list: Bool.random(using: &random) ? lists.randomElement(using: &random) : nil,
      orderKey: OrderKey(Double.random(in: 0..<100, using: &random)), extra: extra(text(1...2), &random))
  }

  private static func extra(_ text: String, _ random: inout SeededGenerator) -> ItemExtra? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: ItemExtra(rawValue: #"{"csv":{"where":"\#(text)"},"taskwarrior":{"estimate":3.5}}"#)
    case 1: ItemExtra(rawValue: #"{"icalendar":["LOCATION:\#(text)"],"todotxt":["h:1","where:x"]}"#)
    default: nil
    }
  }

  private static func date(_ random: inout SeededGenerator) -> Date {
    let hours: Int = [-900, -400, -48, -15, -14, 0, 9, 10, 24, 34, 170, 800].randomElement(using: &random) ?? 0
    let offset: Double = [-1.0, 0, 1].randomElement(using: &random) ?? 0
    return Berlin.reference.today.addingTimeInterval(Double(hours) * 3_600 + offset)
  }

  private static func query(_ random: inout SeededGenerator) -> String {
    var terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (Int.random(in: 0..<4, using: &random) == 0 ? "-" : "") + term(&random)
    }
    if Bool.random(using: &random) {
      let key = ItemOrder.Key.allCases.randomElement(using: &random)?.rawValue ?? ""
      terms.append("sort:" + (Bool.random(using: &random) ? "-" : "") + key)
    }
    return terms.joined(separator: " ")
  }

  private static func term(_ random: inout SeededGenerator) -> String {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let comparison = one(["", "", "=", "<", "<=", ">", ">="])
    let dates = [
      "today", "tomorrow", "yesterday", "+7d", "-2w", "eom", "eow", "now", "+2h", "2026-11-21", "\"24 dec\"", "17:00",
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 9:
      let values = ["", "any", "none", "milk", "CAFE", "strasse", "語", "3.5", "x", "1", "\"a milk\""]
      return "extra." + one(["where", "WHERE", "location", "h", "estimate", "other"]) + ":" + one(values)
    case 0, 1: return one(["milk", "CAFE", "strasse", "naive", "語", "a", "\"a milk\"", "%", "'", "resume", "🚀"])
    case 2: return one(["#home", "#WORK", "#x1", "#nothing", "tag:none", "#été"])
    case 3:
      return one([
        "list:groceries", "list:\"my LIST\"", "list:none", "list:\"none\"", "list:gone", "list:work", "list:=work",
        "list:WORK.API",
      ])
    case 4: return "is:" + one(QueryState.allCases.map(\.rawValue))
    case 5: return "prio:" + comparison + one(Priority.allCases.map(\.name))
    case 6: return "after:" + one(["none", "any", "12", "200", "299", "9999"])
    case 7: return one(QueryDate.allCases.map(\.rawValue)) + ":" + one(["none", "any"])
    default: return one(QueryDate.allCases.map(\.rawValue)) + ":" + comparison + one(dates)
    }
  }
}

// MARK: - The model

/// What a query means, said once more and as simply as can be.
struct NaiveQuery {
  let query: ItemQuery
  /// The open items, for which others may wait.
  let open: Set<PersistentIdentifier>

  func matches(_ item: ItemValues) -> Bool {
    query.terms.allSatisfy { meets($0.condition, item) != $0.isNegated }
  }

  private func meets(_ condition: QueryCondition, _ item: ItemValues) -> Bool {
    switch condition {
    case .text(let text): [item.title, item.notes].contains { $0.localizedStandardContains(text) }
    case .tag(let key): item.tags.contains { $0.lowercased() == key }
    case .hasTags(let isWanted): item.tags.isEmpty != isWanted
    case .list(let key, let withSublists):
      item.list.map { $0.lowercased() == key || withSublists && $0.lowercased().hasPrefix(key + ".") } ?? false
    case .hasList(let isWanted): (item.list != nil) == isWanted
    case .state(let state): isIn(state, item)
    case .priority(let comparison, let priority): compares(item.priority.rawValue, comparison, priority.rawValue)
    case .date(let date, let comparison, let span): isThere(date, item).map { compares($0, comparison, span) } ?? false
    case .any(let alternatives):
      alternatives.contains { $0.allSatisfy { meets($0.condition, item) != $0.isNegated } }
    case .isAfter(let number): item.blockerIDs.contains { $0.primaryKey == number }
    case .extra(let name, let text):
      item.extra?.shown.contains {
        $0.name.lowercased() == name.lowercased() && $0.value.localizedStandardContains(text)
      } == true
    case .hasExtra(let name, let isWanted):
      item.extra?.shown.contains { $0.name.lowercased() == name.lowercased() } ?? false == isWanted
    case .hasBlockers(let isWanted): item.blockerIDs.isEmpty != isWanted
    case .hasDate(let date, let isWanted): (isThere(date, item) != nil) == isWanted
    }
  }

  private func isIn(_ state: QueryState, _ item: ItemValues) -> Bool {
    let (calendar, now) = (query.reference.calendar, query.reference.now)
    let isWaiting = item.start.map { $0.start(in: calendar) > now } ?? false
    let isBlocked = item.blockerIDs.contains(where: open.contains)
    return switch state {
    case .open: !item.isDone
    case .done: item.isDone
    case .overdue: !item.isDone && item.dueAt.map { $0 < query.reference.now } ?? false
    case .today: !item.isDone && item.dueAt.map { calendar.isDate($0, inSameDayAs: query.reference.now) } ?? false
    case .ready: !item.isDone && (!isWaiting || item.dueAt.map { $0 < now } ?? false) && !isBlocked
    case .waiting: !item.isDone && isWaiting
    case .blocked: !item.isDone && isBlocked
    case .recurring: item.recurrence != nil
    }
  }

  private func isThere(_ date: QueryDate, _ item: ItemValues) -> Date? {
    switch date {
    case .due: item.dueAt
    case .start: item.start?.start(in: query.reference.calendar)
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
    case .equal: date >= span.found.lowerBound && date < span.found.upperBound
    case .less: date < span.found.lowerBound
    case .atMost: date < span.found.upperBound
    case .greater: date >= span.found.upperBound
    case .atLeast: date >= span.found.lowerBound
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
    let sections = AgendaSections(at: query.reference)
    return switch key {
    case .updated: left.timestamp < right.timestamp
    case .created: left.createTimestamp < right.createTimestamp
    case .title: left.title < right.title
    case .due: (left.dueAt ?? .distantFuture) < (right.dueAt ?? .distantFuture)
    case .done: (left.completedAt ?? .distantPast) < (right.completedAt ?? .distantPast)
    case .priority: left.priority < right.priority
    case .manual: left.orderKey < right.orderKey
    case .agenda:
      sections.section(of: left).rawValue < sections.section(of: right).rawValue
    // Values don't tell what waits for them; `AgendaTests` compares models.
    case .urgency: false
    }
  }
}
