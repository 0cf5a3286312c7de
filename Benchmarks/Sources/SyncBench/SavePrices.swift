import Foundation
import Measuring
import OpenSwiftData

/// What a store that syncs pays when something is saved, beside one that does not: images of deleted rows, kept by
/// triggers until they are drained.
struct SavePrices {
  private let samples: [ItemSample]
  private let options: Options

  init(_ samples: [ItemSample], _ options: Options) { (self.samples, self.options) = (samples, options) }

  func measure() async throws -> [Outcome] {
    let (plain, synced) = (try BenchmarkStore(options), try BenchmarkStore(options))
    for store in [plain, synced] { try store.insert(samples) }
    try await synced.engine.setUp(space: BenchmarkStore.space)
    // The triggers come with the first round.
    while try await synced.engine.drain() > 0 {}
    let saves = zip(try saveTimes(plain), try saveTimes(synced)).map { ($0, $1) }
    let middle = saves.count / 2
    let deletions = try [plain, synced].map { store in
      try Stopwatch.time { try store.delete(samples.count / 10) }.seconds
    }
    return [
      Outcome(
        "SAVE", "a title, beside a store that does not sync", saves.map(\.1).sorted()[middle],
        against: saves.map(\.0).sorted()[middle], limit: 1.1),
      Outcome(
        "SAVE", "\(samples.count / 10) deletions, beside a store that does not sync", deletions[1],
        against: deletions[0], limit: nil),
    ]
  }

  /// The seconds that saves of one title each took.
  private func saveTimes(_ store: BenchmarkStore) throws -> [Double] {
    let context = ModelContext(store.container)
    var descriptor = FetchDescriptor<Item>()
    descriptor.fetchLimit = 300
    return try context.fetch(descriptor).map { item in
      item.title += "!"
      return try Stopwatch.time { try context.save() }.seconds
    }
  }
}
