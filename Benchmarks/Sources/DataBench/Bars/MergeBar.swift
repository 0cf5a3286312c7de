import Foundation
import Measuring
import OpenSwiftData

/// A save whose rows are registered in another context too.
enum MergeBar: Bar {
  static let name = "D7"

  private static let registered = [1_000, 10_000, 100_000]
  private static let changed = 500

  static func measure(_ options: Options) throws -> [Outcome] {
    let largest = registered.max() ?? 0
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(largest)))
    return try registered.map { count in
      let perRow = try (0..<max(3, options.rounds)).map { try timePerRow(store, registered: count, round: $0) }
      return Outcome(
        name, "refresh of \(changed) rows, each, of \(count) registered", perRow.median * 1e6, .microseconds, limit: 20)
    }
  }

  private static func timePerRow(_ store: BenchmarkStore, registered count: Int, round: Int) throws -> Double {
    let (reader, writer) = (ModelContext(store.container), ModelContext(store.container))
    var descriptor = FetchDescriptor<Item>()
    descriptor.fetchLimit = count
    let items = try reader.fetch(descriptor)
    descriptor.fetchLimit = changed
    for item in try writer.fetch(descriptor) { item.title = "changed in round \(round) of \(count)" }
    try writer.save()
    let time = Stopwatch.time { reader.processPendingChanges() }
    precondition(items[0].title == "changed in round \(round) of \(count)")
    return time.seconds / Double(changed)
  }
}
