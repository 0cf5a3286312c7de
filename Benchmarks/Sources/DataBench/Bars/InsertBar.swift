import Foundation
import Measuring
import OpenSwiftData

/// Many new models in one save.
enum InsertBar: Bar {
  static let name = "D4"

  static func measure(_ options: Options) throws -> [Outcome] {
    let samples = Samples.make(options.rows)
    let items = BaselineItems(samples)
    let rounds = try Rounds(options.rounds) {
      let store = try BenchmarkStore()
      let context = ModelContext(store.container)
      var items: [Item] = []
      let time = try Stopwatch.time {
        items = samples.map(Item.init)
        for item in items { context.insert(item) }
        try context.save()
      }
      precondition(items.allSatisfy { !$0.hasChanges })
      return time
    } baseline: {
      let store = try BenchmarkStore()
      let baseline = try Baseline(store.url)
      return try Stopwatch.time { try baseline.insert(items) }
    }
    return [Outcome(name, "insert \(options.rows) models, one save", rounds, limit: 2.0)]
  }
}
