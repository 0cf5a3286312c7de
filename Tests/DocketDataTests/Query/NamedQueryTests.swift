import DocketData
import Foundation
import Testing

@Suite("Queries of lists and tags")
struct NamedQueryTests {
  @Test(arguments: ["none", "#x", "a\"b", "a\\b", "\"", "-x", "x:y", "日本", "any", "\\"])
  func findWhatHasTheName(_ name: String) async throws {
    let handler = try await World().handler()
    try await handler.newItems([
      NewItem(title: "tagged", tags: ["#" + name]), NewItem(title: "listed", list: name),
      NewItem(title: "other", tags: ["other"], list: "other"), NewItem(title: "bare"),
    ])
    let found = try await [NamedQuery.tag(name), .list(name)].asyncTitles(handler)
    #expect(found == [["tagged"], ["listed"]])
  }

  @Test func findListsWithBlanksInTheirNames() async throws {
    let handler = try await World().handler()
    try await handler.newItems([NewItem(title: "a", list: "my  \"list\" x"), NewItem(title: "b", list: "my")])
    #expect(try await [NamedQuery.list("my  \"list\" x")].asyncTitles(handler) == [["a"]])
  }
}

@Suite("Queries of far dates")
struct FarDateQueryTests {
  /// What is never due is stored as due in the year 4001.
  @Test(arguments: [
    ("due:>2026-01-01", ["before", "late", "never"]), ("due:>=4002-01-01", ["late", "never"]),
    ("due:>9999-01-01", ["never"]), ("-due:<4000-01-01", ["before", "bare", "late", "never"]),
    ("due:<=5000-01-01", ["before", "late"]), ("due:4002-01-01", ["late"]), ("due:none", ["bare"]),
  ])
  func findWhatIsDueThen(_ query: String, _ titles: [String]) async throws {
    let handler = try await World().handler()
    let due = [("before", "4000-12-30"), ("late", "4002-01-01"), ("never", "9999-12-31")]
    try await handler.newItems(
      due.map { NewItem(title: $0, dueAt: CalendarDay($1)?.end(in: .current)) } + [NewItem(title: "bare")])
    let found = try await handler.items(matching: ItemQuery(query)).map(\.title)
    #expect(found.sorted() == titles.sorted())
  }
}

extension [NamedQuery] {
  fileprivate func asyncTitles(_ handler: DataHandler) async throws -> [[String]] {
    var titles: [[String]] = []
    for filter in self { titles.append(try await handler.items(matching: ItemQuery(filter.query)).map(\.title)) }
    return titles
  }
}
