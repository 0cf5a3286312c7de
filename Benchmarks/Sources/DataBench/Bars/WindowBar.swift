import Foundation
import Measuring
import OpenSwiftData

/// A window on a large result: fifty models by their identifiers.
enum WindowBar: Bar {
  static let name = "D3"

  private static let height = 50

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(options.rows)))
    let baseline = try Baseline(store.url)
    let keys = try baseline.keys()
    let descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.createdAt)])
    let context = ModelContext(store.container)
    // Batches of one have no margins, so that a window is read and nothing else.
    let results = try context.fetch(descriptor, batchSize: 1)
    var windows = Windows(count: keys.count, height: height)
    var theirs = windows
    let rounds = try Rounds(max(200, options.rounds)) {
      let window = windows.next()
      var sum = 0
      let time = Stopwatch.time {
        results.prefetch(window)
        for index in window { sum &+= results[index].checksum }
      }
      precondition(sum != 0)
      return time
    } baseline: {
      try baseline.timeWindow(Array(keys[theirs.next()]))
    }
    return [Outcome(name, "window of \(height) models by identifier", rounds, limit: 2.0)]
  }

  /// Windows all over a result, none of which meets the one before.
  private struct Windows {
    let count: Int
    let height: Int
    private var index = 0

    init(count: Int, height: Int) {
      self.count = count
      self.height = height
    }

    mutating func next() -> Range<Int> {
      index = (index + 7919 * height) % max(1, count / height * height)
      let start = index / height * height
      return start..<min(count, start + height)
    }
  }
}
