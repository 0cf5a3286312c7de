import Foundation
import Measuring
import OpenSwiftData

/// What a predicate adds to a fetch from an empty table.
enum PredicateBar: Bar {
  static let name = "D9"

  private static let fetches = 2_000

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore()
    let context = ModelContext(store.container)
    let (least, word) = (2, "report")
    let simple = #Predicate<Item> { $0.priority >= least }
    let compound = #Predicate<Item> { !$0.isDone && $0.priority >= least && $0.title.contains(word) }
    return try [("one comparison", simple), ("three terms", compound)].map { what, predicate in
      let filtered = FetchDescriptor<Item>(predicate: predicate)
      let rounds = try Rounds(max(5, options.rounds)) {
        try time(filtered, context)
      } baseline: {
        try time(FetchDescriptor<Item>(), context)
      }
      let perFetch = (rounds.ours.median - rounds.baseline.median) / Double(fetches)
      return Outcome(name, "translating a predicate: \(what)", perFetch * 1e6, .microseconds, limit: 5)
    }
  }

  private static func time(_ descriptor: FetchDescriptor<Item>, _ context: ModelContext) throws -> Duration {
    try Stopwatch.time { for _ in 0..<fetches { _ = try context.fetchIdentifiers(descriptor) } }
  }
}
