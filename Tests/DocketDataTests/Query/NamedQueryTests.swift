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

extension [NamedQuery] {
  fileprivate func asyncTitles(_ handler: DataHandler) async throws -> [[String]] {
    var titles: [[String]] = []
    for filter in self { titles.append(try await handler.items(matching: ItemQuery(filter.query)).map(\.title)) }
    return titles
  }
}
