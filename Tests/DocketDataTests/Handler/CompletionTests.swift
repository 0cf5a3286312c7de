import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Completing items")
struct CompletionTests {
  let world = World()
  let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
    return calendar
  }()

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day())
  }

  @Test func doneItemsStayDoneSinceTheFirstTime() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    try await handler.completeItems(ids: [id], at: Moment.base)
    try await handler.completeItems(ids: [id], at: Moment.after(9))
    #expect(try await handler.item(id: id).completedAt == Moment.base)
    try await handler.reopenItems(ids: [id])
    #expect(try await handler.item(id: id).completedAt == nil)
  }

  @Test func marksAreWhatIsAskedForAndSayWhatTheyCameTo() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    let steps = try await handler.log().count
    #expect(try await handler.markItems(ids: ids, areDone: false) == StateChange(isDone: false, count: 0, next: []))
    #expect(try await handler.log().count == steps)
    #expect(try await handler.markItems(ids: [ids[0]], areDone: true).count == 1)
    #expect(try await handler.markItems(ids: ids, areDone: true) == StateChange(isDone: true, count: 1, next: []))
    #expect(try await handler.markItems(ids: ids, areDone: true).count == 0)
    #expect(try await handler.markItems(ids: ids, areDone: nil) == StateChange(isDone: false, count: 2, next: []))
    #expect(try await handler.log().count == steps + 3)
  }

  @Test func aRecurringItemMakesTheNextOneWithAllItHas() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(
      NewItem(
        title: "water", notes: "well", priority: .medium, dueAt: try date("2026-11-02"),
        recurrence: Recurrence(.week), tags: ["home"], list: "Chores"))
    let next = try await handler.completeItems(ids: [id], at: date("2026-11-18"), calendar: calendar)
    #expect(next.count == 1)
    let values = try await handler.item(id: next[0])
    #expect(values.dueAt == (try date("2026-11-23")))
    #expect(values.title == "water" && values.notes == "well" && values.priority == .medium && values.tags == ["home"])
    #expect(values.list == "Chores" && values.recurrence == Recurrence(.week) && values.completedAt == nil)
    #expect(try await handler.item(id: id).recurrence == nil)
  }

  @Test func theNextOneIsMadeOnceWhoeverCompletesItAndHoweverOften() async throws {
    let directory = try TemporaryDirectory()
    let worlds = (0..<4).map { _ in World(directory.store) }
    let id = try await worlds[0].handler().newItem(NewItem(title: "daily", recurrence: Recurrence(.day)))
    await withTaskGroup(of: Void.self) { group in
      for world in worlds {
        group.addTask {
          for _ in 0..<5 {
            guard let handler = try? await world.handler(),
              let own = try? handler.identifier(number: id.primaryKey ?? 0)
            else { continue }
            _ = try? await handler.completeItems(ids: [own])
            try? await handler.reopenItems(ids: [own])
          }
        }
      }
    }
    #expect(try await worlds[0].handler().itemCount() == 2)
  }

  @Test func aNextOneThatIsOverdueIsTheOne() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(
      NewItem(title: "pill", dueAt: try date("2026-11-02"), rule: RecurrenceRule(rawValue: "FREQ=DAILY")))
    try await handler.completeItems(ids: [id], at: date("2026-11-02"), calendar: calendar)
    try await handler.reopenItems(ids: [id])
    try await handler.updateItems(
      ids: [id], ItemChanges(rule: .value(try #require(RecurrenceRule(rawValue: "FREQ=DAILY")))))
    try await handler.completeItems(ids: [id], at: date("2026-11-09"), calendar: calendar)
    #expect(try await handler.items().filter { !$0.isDone }.map(\.dueAt) == [try date("2026-11-03")])
  }

  @Test(arguments: ["FREQ=WEEKLY", "FREQ=WEEKLY;X-DOCKET-FROM=COMPLETION"])
  func anItemThatRepeatsAgainHasNoSecondNextOneWhileTheFirstIsOpen(_ text: String) async throws {
    let rule = RecurrenceRule(rawValue: text)
    let world = World()
    let handler = try await world.handler()
    let id = try await handler.newItem(NewItem(title: "milk", dueAt: date("2026-11-30"), rule: rule))
    func completeAgain() async throws {
      try await handler.reopenItems(ids: [id])
      try await handler.updateItems(ids: [id], ItemChanges(rule: .value(try #require(rule))))
      try await handler.completeItems(ids: [id])
    }
    try await handler.completeItems(ids: [id])
    try await completeAgain()
    #expect(try await handler.itemCount() == 2)
    let next = try #require(try await handler.items().first { !$0.isDone })
    // One that does not repeat any longer does not go on with the series.
    try await handler.updateItems(ids: [next.id], ItemChanges(rule: Replacement.none))
    try await completeAgain()
    #expect(try await handler.itemCount() == 3)
  }

  @Test(arguments: [
    ("day", "2026-11-18", "2026-11-18", "2026-11-19"), ("3days", "2026-11-01", "2026-11-18", "2026-11-19"),
    ("week", "2026-11-25", "2026-11-18", "2026-12-02"), ("month", "2026-01-31", "2026-02-10", "2026-02-28"),
    ("month", "2026-01-31", "2026-02-28", "2026-03-31"), ("year", "2024-02-29", "2026-11-18", "2027-02-28"),
    ("2weeks", "2026-10-19", "2026-11-18", "2026-11-30"),
  ])
  func theNextDateIsCountedFromTheLast(_ recurrence: String, last: String, done: String, next: String) throws {
    let recurrence = try #require(Recurrence(rawValue: recurrence))
    let due = recurrence.due(following: .moment(try date(last)), after: try date(done), calendar: calendar)
    #expect(due == .moment(try date(next)))
  }

  // MARK: - Month ends

  /// Completes the newest item of a series again and again, each a day after it was due.
  private func series(_ recurrence: String, from due: Date, _ count: Int) async throws -> [ItemValues] {
    let handler = try await world.handler()
    let recurrence = try #require(Recurrence(rawValue: recurrence))
    var id = try await handler.newItem(NewItem(title: "rent", dueAt: due, recurrence: recurrence))
    var items: [ItemValues] = []
    for _ in 0..<count {
      let last = try #require(try await handler.item(id: id).dueAt)
      id = try await handler.completeItems(ids: [id], at: last + 86_400, calendar: calendar)[0]
      items.append(try await handler.item(id: id))
    }
    return items
  }

  private func days(_ items: [ItemValues]) -> [String?] {
    items.map { $0.dueAt.map { CalendarDay($0, in: calendar.timeZone).text } }
  }

  @Test func theLastOfAMonthStaysTheLastOfAMonth() async throws {
    let items = try await series("month", from: date("2026-01-31"), 5)
    #expect(days(items) == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"])
    #expect(Set(items.map(\.anchor)) == [.moment(try date("2026-01-31"))])
  }

  @Test func aLeapDayComesBack() async throws {
    let items = try await series("year", from: date("2024-02-29"), 4)
    #expect(days(items) == ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
  }

  @Test func aSeriesOfDaysWithoutATimeKeepsItsDay() async throws {
    let end = try #require(CalendarDay("2026-01-31")).end(in: .current)
    let handler = try await world.handler()
    var id = try await handler.newItem(NewItem(title: "rent", dueAt: end, recurrence: Recurrence(.month)))
    var dues: [String?] = []
    for month in 2...4 {
      let done = try #require(CalendarDay(rawValue: 20_260_001 + month * 100)).start(in: .current)
      id = try await handler.completeItems(ids: [id], at: done, calendar: .current)[0]
      dues.append(try await handler.item(id: id).due?.rawValue)
    }
    #expect(dues == ["2026-02-28", "2026-03-31", "2026-04-30"])
  }

  @Test func anotherDateOrRecurrenceBeginsAnotherSeries() async throws {
    let handler = try await world.handler()
    for changes in [
      ItemChanges(due: .value(try date("2026-03-15"))), ItemChanges(recurrence: .value(Recurrence(.week)!)),
    ] {
      let id = try #require(try await series("month", from: date("2026-01-31"), 1).last).id
      try await handler.updateItems(ids: [id], ItemChanges(due: .value(try date("2026-02-28"))))
      #expect(try await handler.item(id: id).anchor != nil, "the same date is no change")
      let before = try world.snapshot()
      try await handler.updateItems(ids: [id], changes)
      #expect(try await handler.item(id: id).anchor == nil)
      try await handler.undo()
      #expect(try world.snapshot() == before)
    }
  }

  // MARK: - Checklists

  /// The titles of what an item consists of, with a mark for what is done, by their places; parts of parts in brackets.
  private func checklist(_ id: PersistentIdentifier) async throws -> [String] {
    let handler = try await world.handler()
    var lines: [String] = []
    // An entry and the copy that it left have one key; which of them is first is for their random identifiers to say.
    let parts = try await handler.subitems(of: id).sorted {
      $0.orderKey == $1.orderKey ? $0.isDone && !$1.isDone : $0.orderKey < $1.orderKey
    }
    for part in parts {
      let own = try await checklist(part.id)
      lines.append((part.isDone ? "x " : "") + part.title + (own.isEmpty ? "" : " [\(own.joined(separator: ", "))]"))
    }
    return lines
  }

  @Test func theChecklistComesAlongOpenAgain() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "trip", dueAt: try date("2026-11-02"), recurrence: Recurrence(.week)),
      NewItem(
        title: "pack", notes: "bag", priority: .high, dueAt: try date("2026-11-01"), tags: ["home"], list: "L",
        parent: .added(0)),
      NewItem(title: "socks", parent: .added(1)), NewItem(title: "book", parent: .added(0)),
      NewItem(title: "seats", parent: .added(3)),
    ])
    try await handler.completeItems(ids: [ids[1], ids[4]])
    let before = try world.snapshot()
    let next = try await handler.completeItems(ids: [ids[0]], at: date("2026-11-18"), calendar: calendar)
    #expect(next.count == 1)
    // What is done stays done, beside an open copy.
    #expect(try await checklist(next[0]) == ["pack [socks]", "book [x seats, seats]"])
    #expect(try await checklist(ids[0]) == ["x pack"])
    let pack = try #require(try await handler.subitems(of: next[0]).first)
    #expect(pack.id != ids[1] && pack.notes == "bag" && pack.priority == .high && pack.tags == ["home"])
    let shifted = try date("2026-11-22")
    #expect(pack.list == "L" && pack.dueAt == shifted)
    let after = try world.snapshot()
    #expect(try await handler.undo() == ["complete “trip”"])
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(try world.snapshot() == after)
  }

  @Test func aChecklistThatIsDoneTogetherWithItsItemComesAlongWhole() async throws {
    for order in [[0, 1, 2], [2, 1, 0]] {
      let handler = try await world.handler()
      let ids = try await handler.newItems([
        NewItem(title: "trip", recurrence: Recurrence(.week)), NewItem(title: "pack", parent: .added(0)),
        NewItem(title: "water", recurrence: Recurrence(.day), parent: .added(0)),
      ])
      let before = try world.snapshot()
      let next = try await handler.completeItems(ids: order.map { ids[$0] })
      #expect(next.count == 2)
      let trip = try #require(try await handler.items(ids: next).first { $0.title == "trip" }).id
      #expect(try await checklist(trip) == ["pack", "water"])
      #expect(try await checklist(ids[0]) == ["x pack", "x water"])
      try await handler.undo()
      #expect(try world.snapshot() == before)
    }
  }

  @Test func whatWasDoneInAnOpenPartStaysDoneAndIsNoLongerInTheThirdRound() async throws {
    let handler = try await world.handler()
    var ids = try await handler.newItems([
      NewItem(title: "trip", recurrence: Recurrence(.week)), NewItem(title: "book", parent: .added(0)),
      NewItem(title: "seats", parent: .added(1)),
    ])
    try await handler.completeItems(ids: [ids[2]])
    for _ in 0..<3 {
      ids[0] = try await handler.completeItems(ids: [ids[0]])[0]
      #expect(try await checklist(ids[0]) == ["book [x seats, seats]"])
      #expect(try await handler.items(ids: [ids[2]])[0].isDone)
    }
  }

  @Test func whatHasNoDueDateComesAgainOnADay() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItems([NewItem(title: "stretch", recurrence: Recurrence(.day))])[0]
    let next = try await handler.completeItems(ids: [id], at: date("2026-11-18"), calendar: calendar)
    #expect(try await handler.items(ids: next)[0].due == .day(#require(CalendarDay("2026-11-19"))))
  }

  @Test func aChecklistIsNoLongerInTheThirdRound() async throws {
    let handler = try await world.handler()
    var id = try await handler.newItems([
      NewItem(title: "trip", recurrence: Recurrence(.week)), NewItem(title: "pack", parent: .added(0)),
      NewItem(title: "water", recurrence: Recurrence(.day), parent: .added(0)),
    ])[0]
    for _ in 0..<3 {
      for _ in 0..<2 {
        for part in try await handler.subitems(of: id) where !part.isDone {
          try await handler.completeItems(ids: [part.id])
        }
      }
      id = try await handler.completeItems(ids: [id])[0]
      #expect(try await checklist(id) == ["pack", "water"])
    }
  }

  @Test func recurrencesAreReadAsTheyAreWritten() {
    for unit in Recurrence.Unit.allCases {
      for interval in [1, 2, 30, 999] {
        let recurrence = Recurrence(every: interval, unit)
        #expect(recurrence != nil && Recurrence(rawValue: recurrence?.rawValue ?? "") == recurrence)
      }
    }
    #expect(Recurrence(rawValue: "3M")?.rawValue == "3months")
    for text in ["", "0days", "1000days", "-1day", "fortnight", "99999999999999999999days", "2 2weeks"] {
      #expect(Recurrence(rawValue: text) == nil)
    }
  }
}
