import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("Which items stand below their parents")
struct QueryOutlineTests {
  private static let queries = [
    "", "is:open", "is:ready", "(is:ready or done:today)", "list:work", "list:=work", "list:none", "-list:none", "#ops",
    "tag:none", "-#ops", "list:work or #home", "(list:work or #home) -#ops", "is:open list:work", "is:ready #ops",
    "(is:ready or done:today) list:work", "list:work sort:due",
  ]

  /// Items of all kinds, most of them below another one.
  private func fill(_ world: World, _ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    let now = Berlin.reference.now
    let items = (0..<160).map { index in
      var item = NewItem(title: "item \(index)")
      if isOne(in: 4) { item.completedAt = now.addingTimeInterval(-60) }
      if isOne(in: 2) { item.dueAt = now.addingTimeInterval(Double.random(in: -3...10, using: &random) * 86_400) }
      if isOne(in: 6) { item.start = .moment(now.addingTimeInterval(3_600)) }
      if index > 0, !isOne(in: 5) { item.parent = .added(Int.random(in: 0..<index, using: &random)) }
      item.tags = [[], ["ops"], ["home"], ["ops", "home"]].randomElement(using: &random) ?? []
      item.list = [nil, "Work", "Work.api", "Workshop", "Other"].randomElement(using: &random) ?? nil
      return item
    }
    try await world.handler().newItems(items)
  }

  /// What the store finds as roots is what `isRoot` says of each item that matches, and the others stand below a parent.
  @Test(arguments: queries, [true, false])
  func theStoreAndTheModelsAgree(_ text: String, _ hasSections: Bool) async throws {
    let world = World()
    let seed = UInt64.random(in: 0 ... .max)
    try await fill(world, seed)
    let query = try ItemQuery(text, Berlin.reference)
    let outline = try #require(QueryOutline(query, hasSections: hasSections))
    let context = ModelContext(try world.container())
    let roots = Set(try context.fetch(FetchDescriptor(predicate: outline.rootPredicate)).map(\.title))
    let matching = try context.fetch(FetchDescriptor(predicate: query.predicate))
    #expect(roots == Set(matching.filter(outline.isRoot).map(\.title)), "seed \(seed)")
    let below = matching.filter { item in item.parent.map { outline.shows(item, below: $0) } ?? false }
    let shown = matching.filter { roots.contains($0.title) || below.contains($0) }
    #expect(shown.count == matching.count, "each stands somewhere; seed \(seed)")
    for item in below where !roots.contains(item.title) { #expect(item.parent.map(matching.contains) == true) }
  }

  @Test(arguments: [
    "text", "prio:high", "due:today", "is:done", "is:overdue", "list:work text", "list:work or is:open", "-is:open",
    "is:open is:ready", "extra.x:y", "after:1",
  ]) func whatLooksForMoreHasNone(_ text: String) throws {
    #expect(QueryOutline(try ItemQuery(text, Berlin.reference)) == nil)
  }
}
