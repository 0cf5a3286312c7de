import Foundation
import Measuring
import OpenSwiftData

/// All identifiers in the order of an indexed attribute.
enum IdentifiersBar: Bar {
  static let name = "D1"

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(options.rows)))
    let baseline = try Baseline(store.url)
    let context = ModelContext(store.container)
    let descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.createdAt)])
    let rounds = try Rounds(options.rounds) {
      var count = 0
      let time = try Stopwatch.time { count = try context.fetchIdentifiers(descriptor).count }
      precondition(count == options.rows)
      return time
    } baseline: {
      try baseline.timeKeys()
    }
    return [Outcome(name, "identifiers of \(options.rows) rows by an index", rounds, limit: 1.3)]
  }
}
