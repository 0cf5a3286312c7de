import DataProvider
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

  @Test(arguments: [
    ("day", "2026-11-18", "2026-11-18", "2026-11-19"), ("3days", "2026-11-01", "2026-11-18", "2026-11-19"),
    ("week", "2026-11-25", "2026-11-18", "2026-12-02"), ("month", "2026-01-31", "2026-02-10", "2026-02-28"),
    ("month", "2026-01-31", "2026-02-28", "2026-03-31"), ("year", "2024-02-29", "2026-11-18", "2027-02-28"),
    ("2weeks", "2026-10-19", "2026-11-18", "2026-11-30"),
  ])
  func theNextDateIsCountedFromTheLast(_ recurrence: String, last: String, done: String, next: String) throws {
    let recurrence = try #require(Recurrence(rawValue: recurrence))
    #expect(
      recurrence.date(following: try date(last), after: try date(done), calendar: calendar) == (try date(next)))
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
