import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Texts too short for a trigram are looked up where they are rare")
struct FullTextBeginningTests {
  private let context: ModelContext

  init() throws { context = ModelContext(try memoryContainer(Memo.self, Binder.self)) }

  private func reader(_ predicate: Predicate<Memo>) throws -> ResultsReader<Memo> {
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Memo.rank)])
    return ResultsReader(
      query: try ResultsQuery(descriptor, section: nil, store: context.store), store: context.store)
  }

  private func keys(_ predicate: Predicate<Memo>) throws -> [Int64] {
    let keys = try context.store.read { try reader(predicate).content(limit: nil, on: $0).keys }
    return (0..<keys.count).map { keys[$0] }
  }

  private func mayLookUp(_ predicate: Predicate<Memo>) throws -> Bool {
    try reader(predicate).query.selectOfRare?.condition?.sql.contains("trigrams") == true
  }

  private func insert(_ titles: [String]) throws {
    for (rank, title) in titles.enumerated() {
      context.insert(Memo(title, notes: rank % 2 == 0 ? nil : title, rank: rank))
    }
    try context.save()
  }

  @Test(arguments: [true, false]) func whatIsFoundIsWhatAScanFinds(_ isUpdated: Bool) throws {
    let seed = FullTextPropertyTests.seed
    print("short texts of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try insert((0..<2_000).map { _ in HostileText.random(&random) })
    if isUpdated {
      for memo in try context.fetch(FetchDescriptor<Memo>()) where memo.rank.isMultiple(of: 3) {
        memo.title = HostileText.random(&random)
      }
      try context.save()
    }
    let memos = try context.fetch(FetchDescriptor<Memo>(sortBy: [SortDescriptor(\.rank)]))
    var (looked, found) = (0, 0)
    for _ in 0..<200 {
      let needle = String(
        String.UnicodeScalarView(HostileText.part(of: random.pick(memos).title, &random).unicodeScalars.prefix(2)))
      let predicate = #Predicate<Memo> {
        $0.title.localizedStandardContains(needle) || $0.notes?.localizedStandardContains(needle) == true
      }
      let expected = memos.filter { memo in
        [memo.title, memo.notes].compactMap(\.self).contains { LocalizedSearch.text($0, contains: needle) }
      }
      let keys = try keys(predicate)
      #expect(keys == expected.compactMap(\.persistentModelID.primaryKey), "\(needle.unicodeScalars.map(\.value))")
      if try mayLookUp(predicate) { looked += 1 }
      found += keys.count
    }
    #expect(looked > 50 && found > 200)
  }

  @Test(arguments: ["z", "Z\u{DC}", "zu", "x", "\u{E9}", "\u{1F600}"]) func atTheEndToo(_ needle: String) throws {
    try insert(["one", "z", "xz", "zu", "azu", "z\u{FC}", "ou\u{E9}", "a \u{1F600}", ""])
    let predicate = #Predicate<Memo> { $0.title.localizedStandardContains(needle) }
    #expect(try mayLookUp(predicate))
    #expect(try keys(predicate) == keys(of: context.titles(predicate)))
    #expect(try keys(predicate).count > 0)
  }

  private func keys(of titles: [String]) throws -> [Int64] {
    try context.fetch(FetchDescriptor<Memo>(sortBy: [SortDescriptor(\.rank)]))
      .filter { titles.contains($0.title) }.compactMap(\.persistentModelID.primaryKey)
  }

  @Test func whatStandsInManyPlacesIsNotRare() throws {
    try insert((0..<40).map { "ab\($0 % 10) cd" } + ["zu"])
    let index = FullTextIndex(entity: "Memo", column: "title")
    let isRare = { (beginning: String, limit: Int64) in
      try context.store.read { try index.isRare(beginning: beginning, limit: limit, on: $0) }
    }
    #expect(try !isRare("ab", 40))
    #expect(try isRare("ab", 41))
    #expect(try isRare("zu", 2))
    #expect(try isRare("q", 1))
  }

  @Test(arguments: [(1, 0), (2, 1)]) func theStatementThatRunsLooksItUpIfItIsRare(_ limit: Int64, _ count: Int) throws {
    try insert(["zu", "other"])
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    var reader = try reader(#Predicate { $0.title.localizedStandardContains("z\u{FC}") })
    reader.rareLimit = limit
    let found = try context.store.read { [reader] in try reader.content(limit: nil, on: $0).keys }
    #expect(found.count == 1 && found[0] == 1)
    #expect(recorder.count { $0.contains("SELECT doc FROM") && $0.contains("localized") } == count)
  }

  /// FTS5 takes these for what can't be decoded.
  @Test(arguments: ["\u{FFFE}", "a\u{FFFF}", "\u{FFFF}b"]) func whatIsNoCharacterIsFoundToo(_ needle: String) throws {
    try insert(["some \(needle)", needle, "other"])
    let predicate = #Predicate<Memo> { $0.title.localizedStandardContains(needle) }
    let titles = try context.titles(predicate)
    #expect(try keys(predicate) == keys(of: titles))
    #expect(titles.count == 2)
  }

  @Test func whatAnotherProgramWroteIsFoundToo() throws {
    try insert(["one", "two"])
    try context.store.withWriter { connection in
      try connection.run("UPDATE Memo SET title = 'my zu' WHERE id = 2", [])
      try connection.run("INSERT INTO Memo(title, rank) VALUES('zu', 3)", [])
    }
    let predicate = #Predicate<Memo> { $0.title.localizedStandardContains("zu") }
    #expect(try keys(predicate) == [2, 3])
  }

  static let mixed: [String: Predicate<Memo>] = [
    "and": #Predicate { $0.title.localizedStandardContains("zu") && $0.rank > 3 },
    "or": #Predicate { $0.title.localizedStandardContains("zu") || $0.rank == 3 },
    "or, both looked up": #Predicate {
      $0.title.localizedStandardContains("zu") || $0.title.localizedStandardContains("q")
    },
    "or, one long": #Predicate {
      $0.title.localizedStandardContains("zu") || $0.title.localizedStandardContains("thing 1")
    },
    "and, negated": #Predicate {
      $0.title.localizedStandardContains("zu") && !$0.title.localizedStandardContains("q")
    },
    "optional": #Predicate { $0.notes?.localizedStandardContains("zu") == true },
    "optional, true by default": #Predicate { $0.notes?.localizedStandardContains("zu") ?? true },
    "through a relationship": #Predicate { $0.folder?.name.localizedStandardContains("zu") == true },
  ]

  @Test(arguments: mixed.keys.sorted()) func withOtherConditionsItIsTheSame(_ name: String) throws {
    let folder = Binder("zu")
    let titles = ["zu", "thing", "q"]
    for number in 0..<60 {
      let title = "\(titles[number % 3]) \(number)"
      let memo = Memo(title, notes: number % 2 == 0 ? nil : title, rank: number % 7)
      if number % 5 == 0 { memo.folder = folder }
      context.insert(memo)
    }
    try context.save()
    let predicate = try #require(Self.mixed[name])
    let expected = try context.fetch(FetchDescriptor<Memo>()).filter { try predicate.evaluate($0) }
    #expect(try keys(predicate).sorted() == expected.compactMap(\.persistentModelID.primaryKey).sorted())
    #expect(expected.count > 0 && expected.count < 60)
  }

  private static let scanned: [String: Predicate<Memo>] = [
    "a syllable, which is found in letters too": #Predicate { $0.title.localizedStandardContains("\u{AC00}") },
    "a letter that is found as two": #Predicate { $0.title.localizedStandardContains("\u{DF}") },
    "upper case, which may be rarer than its letters": #Predicate { $0.title.contains("AB") },
    "a trigram": #Predicate { $0.title.localizedStandardContains("abc") },
    "no text": #Predicate { $0.rank == 3 },
  ]

  @Test(arguments: scanned.keys.sorted()) func isNotLookedUp(_ name: String) throws {
    let predicate = try #require(Self.scanned[name])
    #expect(try !mayLookUp(predicate))
  }
}
