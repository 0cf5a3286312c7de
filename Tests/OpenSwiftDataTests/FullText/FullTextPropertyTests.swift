import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A full-text index finds what a scan finds, for ten thousand random texts")
struct FullTextPropertyTests {
  private let needleCount = 8

  /// `OPENSWIFTDATA_SEED` replays a run.
  static let seed =
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0 ... .max)

  @Test(arguments: [true, false]) func indexScanAndMemoryAgree(_ isUpdated: Bool) throws {
    let seed = Self.seed
    print("memos of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let context = ModelContext(try memoryContainer(Memo.self, Binder.self, PlainMemo.self))
    var texts = (0..<10_000).map { _ in HostileText.random(&random) }
    let memos = texts.enumerated().map { Memo($1, notes: $0 % 3 == 0 ? nil : $1, rank: $0) }
    for memo in memos { context.insert(memo) }
    try context.save()
    if isUpdated { try change(&texts, memos, context, &random) }
    for (rank, text) in texts.enumerated() {
      context.insert(PlainMemo(text, notes: rank % 3 == 0 ? nil : text, rank: rank))
    }
    try context.save()
    var hits = 0
    for _ in 0..<needleCount {
      hits += try check(HostileText.part(of: random.pick(texts), &random), texts, context)
    }
    #expect(hits > needleCount)
  }

  private func change(
    _ texts: inout [String], _ memos: [Memo], _ context: ModelContext, _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<3000 {
      let place = Int.random(in: 0..<texts.count, using: &random)
      texts[place] = HostileText.random(&random)
      memos[place].title = texts[place]
      memos[place].notes = place % 3 == 0 ? nil : texts[place]
    }
    try context.save()
  }

  /// - Returns: how many rows were found.
  private func check(_ needle: String, _ texts: [String], _ context: ModelContext) throws -> Int {
    let forms: [(Predicate<Memo>, Predicate<PlainMemo>)] = [
      (#Predicate { $0.title.contains(needle) }, #Predicate { $0.title.contains(needle) }),
      (
        #Predicate { $0.title.localizedStandardContains(needle) },
        #Predicate { $0.title.localizedStandardContains(needle) }
      ),
      (#Predicate { $0.title.starts(with: needle) }, #Predicate { $0.title.starts(with: needle) }),
      (
        #Predicate { $0.notes?.localizedStandardContains(needle) == true },
        #Predicate { $0.notes?.localizedStandardContains(needle) == true }
      ),
      (#Predicate { $0.notes?.contains(needle) ?? true }, #Predicate { $0.notes?.contains(needle) ?? true }),
      (#Predicate { !$0.title.contains(needle) }, #Predicate { !$0.title.contains(needle) }),
    ]
    var hits = 0
    let plain = try context.fetch(FetchDescriptor<PlainMemo>(sortBy: [SortDescriptor(\.rank)]))
    for (place, (indexed, scanned)) in forms.enumerated() {
      let sort = FetchDescriptor(predicate: indexed, sortBy: [SortDescriptor(\Memo.rank)])
      let found = try context.fetch(sort).map(\.rank)
      let expected = try context.fetch(
        FetchDescriptor(predicate: scanned, sortBy: [SortDescriptor(\PlainMemo.rank)])
      ).map(\.rank)
      #expect(found == expected, "form \(place), \(needle.unicodeScalars.map(\.value))")
      let remembered = try plain.filter { try scanned.evaluate($0) }.map(\.rank)
      #expect(found == remembered, "form \(place) in memory, \(needle.unicodeScalars.map(\.value))")
      if place < 4 { hits += found.count }
    }
    return hits
  }
}
