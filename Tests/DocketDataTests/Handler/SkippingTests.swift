import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Skipping a date, and ending a series")
struct SkippingTests {
  let world = World()
  private let calendar = Berlin.reference.calendar
  private let now = Berlin.reference.now

  private func day(_ text: String) throws -> Due { .day(try #require(CalendarDay(text))) }

  private func item(
    _ title: String, _ due: String?, every phrase: String?, under parent: Int? = nil, start: String? = nil
  ) throws -> NewItem {
    var item = NewItem(title: title, parent: parent.map { .added($0) })
    item.due = try due.map { try #require(Due(rawValue: $0)) }
    item.start = try start.map { try #require(Due(rawValue: $0)) }
    item.rule = try phrase.map { try #require(RecurrencePhrase.rule(of: $0, Berlin.reference)) }
    return item
  }

  /// The due dates that skipping an item again and again gives.
  private func dates(_ item: NewItem, _ count: Int) async throws -> [String] {
    let handler = try await world.handler()
    let id = try await handler.newItem(item)
    var dates: [String] = []
    for _ in 0..<count {
      dates += try await handler.skipItems(ids: [id], at: now, calendar: calendar).map(\.rawValue)
      #expect(try await handler.item(id: id).due?.rawValue == dates.last)
    }
    #expect(try await handler.itemCount() == 1)
    return dates
  }

  @Test(arguments: [
    ("weekdays", "2026-11-27", ["2026-11-30", "2026-12-01"]), ("monthly", "2027-01-31", ["2027-02-28", "2027-03-31"]),
    // What is over is left out, as it is when an item is done late.
    ("daily", "2026-11-10", ["2026-11-21", "2026-11-22"]), ("last fri", "2026-11-27", ["2026-12-25", "2027-01-29"]),
    ("after 3 days", "2026-11-10", ["2026-11-24", "2026-11-27"]),
    ("after 3 days", "2026-12-10", ["2026-12-13", "2026-12-16"]),
    ("weekly", "2026-10-20T08:00:00.000Z", ["2026-11-24T09:00:00.000Z", "2026-12-01T09:00:00.000Z"]),
  ])
  func movesToTheNextDateOfTheSeries(_ phrase: String, _ due: String, _ next: [String]) async throws {
    #expect(try await dates(item("a", due, every: phrase), 2) == next)
  }

  /// No later day could be read again.
  @Test func movesNothingPastTheLastDayThatCanBeWritten() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      item("weekly", "2026-11-23", every: "weekly", start: "9999-12-31"),
      item("someday", "9999-12-31", every: nil, under: 0),
    ])
    _ = try await handler.skipItems(ids: [ids[0]], at: now, calendar: calendar)
    let items = try await handler.items()
    #expect(items.contains { $0.due?.rawValue == "9999-12-31" })
    #expect(items.compactMap { $0.start?.rawValue } == ["9999-12-31"])
    _ = try await handler.completeItems(ids: [ids[0]], at: now)
    #expect(try await handler.itemCount() == 3)
  }

  @Test func movesOneWithoutADateToTheFirstAfterToday() async throws {
    #expect(try await dates(item("a", nil, every: "3 days"), 1) == ["2026-11-24"])
  }

  @Test func isOneStepThatUndoTakesBackExactly() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      item("trip", "2026-11-23", every: "weekly", start: "2026-11-20"),
      item("pack", "2026-11-22", every: nil, under: 0),
      item("socks", nil, every: nil, under: 1), item("bins", "2026-11-24", every: "tue 5 times"),
      item("plants", "2026-11-20", every: "after 3 days 4 times"),
    ])
    try await handler.completeItems(ids: [ids[1], ids[2]], at: now)
    let before = try world.snapshot()
    try await handler.skipItems(ids: [ids[0], ids[3], ids[4], ids[0]], at: now, calendar: calendar)
    let after = try await handler.items(ids: ids)
    #expect(after.map(\.due?.rawValue) == ["2026-11-30", "2026-11-29", nil, "2026-12-01", "2026-11-24"])
    #expect(after[0].start == (try day("2026-11-27")) && after.allSatisfy { !$0.isDone })
    #expect(try after[0].anchor == day("2026-11-23") && after[1].parentNumber == after[0].number)
    #expect(after[4].rule?.words == "3 days after completion, 3 times in all")
    #expect(after.allSatisfy { $0.timestamp == now })
    #expect(try await handler.undo() == ["skip 3 items"])
    #expect(try world.snapshot() == before)
    try await handler.redo()
    #expect(try await handler.items(ids: ids) == after)
  }

  /// The dates go on as if the skipped one had been done.
  @Test func theSeriesGoesOnFromItsFirstDate() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(item("rent", "2027-01-31", every: "monthly 4 times"))
    try await handler.skipItems(ids: [id], at: now, calendar: calendar)
    let next = try await handler.completeItems(ids: [id], at: now, calendar: calendar)
    #expect(try await handler.items(ids: next).map(\.due) == [day("2027-03-31")])
    try await handler.skipItems(ids: next, at: now, calendar: calendar)
    await #expect(throws: ItemError.lastOfSeries(next[0].primaryKey ?? 0)) {
      try await handler.skipItems(ids: next, at: now, calendar: calendar)
    }
    #expect(try await handler.completeItems(ids: next, at: now, calendar: calendar).isEmpty)
  }

  @Test func anEntryThatRepeatsByItselfIsMovedOnce() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      item("trip", "2026-11-23", every: "weekly"), item("pack", "2026-11-23", every: "daily", under: 0),
      item("socks", "2026-11-23", every: nil, under: 1),
    ])
    // Done, it leaves itself behind, beside the next one.
    let pack = try await handler.completeItems(ids: [ids[1]], at: now, calendar: calendar)
    try await handler.skipItems(ids: [ids[0]] + pack, at: now, calendar: calendar)
    let items = try await handler.items(ids: [ids[0], ids[1], pack[0], ids[2]])
    #expect(items.map(\.due?.rawValue) == ["2026-11-30", "2026-11-23", "2026-11-25", "2026-11-25"])
    #expect(items.map(\.isDone) == [false, true, false, false])
  }

  @Test func refusesWhatHasNoNextDateAndMovesNothingThen() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      item("a", "2026-11-23", every: "daily"), item("plain", "2026-11-23", every: nil),
      item("hourly", "2026-11-23", every: "FREQ=HOURLY"), item("last", "2026-11-23", every: "daily until 2026-11-23"),
      item("done", "2026-11-23", every: "FREQ=HOURLY"),
    ])
    try await handler.completeItems(ids: [ids[4]], at: now)
    let (before, steps) = (try world.snapshot(), try await handler.log().count)
    for id in ids.dropFirst() {
      await #expect(throws: ItemError.self) {
        try await handler.skipItems(ids: [ids[0], id], at: now, calendar: calendar)
      }
    }
    #expect(try world.snapshot() == before)
    #expect(try await handler.log().count == steps)
  }

  /// Each sets the date, and none adds an item.
  @Test func isTheSameDateWhoeverSkipsIt() async throws {
    let directory = try TemporaryDirectory()
    let worlds = (0..<3).map { _ in World(directory.store) }
    let id = try await worlds[0].handler().newItem(item("bins", "2026-11-24", every: "weekly"))
    for world in worlds {
      let handler = try await world.handler()
      let own = try handler.identifier(number: id.primaryKey ?? 0)
      try await handler.skipItems(ids: [own], at: now, calendar: calendar)
    }
    let items = try await worlds[0].handler().items()
    #expect(items.map(\.due?.rawValue) == ["2026-12-15"])
  }

  @Test func aChecklistOfManyLevelsComesAlong() async throws {
    let depth = 5_000
    let handler = try await world.handler()
    let ids = try await handler.newItems(
      (0..<depth).map { level in
        NewItem(
          title: "level \(level)", completedAt: level > 0 ? Moment.base : nil,
          recurrence: level == 0 ? Recurrence(.week) : nil, parent: level == 0 ? nil : .added(level - 1))
      })
    try await handler.skipItems(ids: [ids[0]], calendar: calendar)
    #expect(try await handler.itemCount(matching: try ItemQuery("is:open")) == depth)
  }

  // MARK: - Ending

  @Test func aSeriesEndsAndTheItemStays() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      item("a", "2026-11-23", every: "daily"), item("b", "2026-11-23", every: nil),
      item("c", "2026-11-23", every: "FREQ=HOURLY"),
    ])
    try await handler.skipItems(ids: [ids[0]], at: now, calendar: calendar)
    let before = try world.snapshot()
    #expect(try await handler.endSeries(ids: ids, at: now) == 2)
    let items = try await handler.items(ids: ids)
    #expect(items.allSatisfy { $0.rule == nil && $0.anchor == nil })
    #expect(items.map(\.due?.rawValue) == ["2026-11-24", "2026-11-23", "2026-11-23"])
    #expect(try await handler.completeItems(ids: ids, at: now).isEmpty)
    #expect(try await handler.undo(2) == ["complete 3 items", "end the series of 2 items"])
    #expect(try world.snapshot() == before)
    let steps = try await handler.log().count
    #expect(try await handler.endSeries(ids: [ids[1]], at: now) == 0)
    await #expect(throws: ItemError.doesNotRepeat(ids[1].primaryKey ?? 0)) {
      try await handler.endSeries(ids: ids, ofAll: true, at: now)
    }
    #expect(try await handler.log().count == steps)
  }
}
