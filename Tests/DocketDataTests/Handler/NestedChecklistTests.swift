import DocketData
import Foundation
import SwiftData
import Testing

/// Repeating items that are sub-items of each other, completed by one command.
@Suite("Repeating sub-items of repeating items")
struct NestedChecklistTests {
  let world = World()
  private let calendar = Berlin.reference.calendar

  /// Ten o'clock of a day of November.
  private func november(_ day: Int) -> Date { Drawer.date("2026-11-\(day) 10:00") }

  /// A weekly item with the title, and what belongs to it.
  private func weekly(_ title: String, under parent: Int? = nil) -> NewItem {
    NewItem(
      title: title, dueAt: november(2), recurrence: Recurrence(.week), parent: parent.map { .added($0) })
  }

  /// The open items that another one consists of, each with its due date, and those below it in brackets.
  private func open(_ id: PersistentIdentifier?) async throws -> [String] {
    guard let id else { return [] }
    var lines: [String] = []
    for part in try await world.handler().subitems(of: id) where !part.isDone {
      let own = try await open(part.id)
      let due = part.dueAt.map { " \(Berlin.text($0))" } ?? ""
      lines.append(part.title + due + (own.isEmpty ? "" : " [\(own.joined(separator: ", "))]"))
    }
    return lines
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func whatBelongsToBothIsPostponedOnce(_ order: [Int]) async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      weekly("trip"), weekly("pack", under: 0), NewItem(title: "socks", dueAt: november(2), parent: .added(1)),
    ])
    let next = try await handler.completeItems(ids: order.map { ids[$0] }, at: november(3), calendar: calendar)
    let trip = try #require(try await handler.items(ids: next).first { $0.title == "trip" })
    #expect(trip.dueAt == november(9))
    #expect(try await open(trip.id) == ["pack 2026-11-09 10:00 [socks 2026-11-09 10:00]"])
  }

  @Test func eachOfThreeLevelsIsPostponedOnce() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      weekly("a"), weekly("b", under: 0), NewItem(title: "between", dueAt: november(2), parent: .added(1)),
      weekly("c", under: 2), NewItem(title: "d", dueAt: november(2), parent: .added(3)),
    ])
    let before = try world.snapshot()
    let next = try await handler.completeItems(ids: [ids[1], ids[3], ids[0]], at: november(3), calendar: calendar)
    let top = try await handler.items(ids: next).first { $0.title == "a" }
    let nine = "2026-11-09 10:00"
    #expect(try await open(top?.id) == ["b \(nine) [between \(nine) [c \(nine) [d \(nine)]]]"])
    try await handler.undo()
    #expect(try world.snapshot() == before)
  }

  /// As a file may have it; each level would take room on the stack.
  @Test(arguments: [true, false])
  func aChecklistOfManyLevelsComesAlong(isDone: Bool) async throws {
    let depth = 10_000
    let handler = try await world.handler()
    let ids = try await handler.newItems(
      (0..<depth).map { level in
        NewItem(
          title: "level \(level)", completedAt: isDone && level > 0 ? Moment.base : nil,
          recurrence: level == 0 ? Recurrence(.week) : nil, parent: level == 0 ? nil : .added(level - 1))
      })
    let next = try await handler.completeItems(ids: [ids[0]], calendar: calendar)
    #expect(next.count == 1)
    #expect(try await handler.itemCount(matching: try ItemQuery("is:open")) == depth)
    #expect(try await handler.itemCount() == (isDone ? 2 * depth : depth + 1))
  }
}
