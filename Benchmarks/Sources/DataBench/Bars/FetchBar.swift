import Foundation
import Measuring
import OpenSwiftData

/// All models, every attribute read.
enum FetchBar: Bar {
  static let name = "D2"

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(options.rows)))
    let baseline = try Baseline(store.url)
    let rounds = try Rounds(options.rounds) {
      // Freeing the models is not part of it, as it is not for C.
      let context = ModelContext(store.container)
      var items: [Item] = []
      var sum = 0
      let time = try Stopwatch.time {
        items = try context.fetch(FetchDescriptor<Item>())
        for item in items { sum &+= item.checksum }
      }
      precondition(items.count == options.rows && sum != 0)
      return time
    } baseline: {
      try baseline.timeItems()
    }
    return [Outcome(name, "\(options.rows) models, every attribute read", rounds, limit: 2.5)]
  }
}
