import Foundation
import Measuring
import OpenSwiftData

/// A store of memos with and without a full-text index, in a directory of its own that is removed with this object.
final class MemoStore: Sendable {
  let container: ModelContainer
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("data-bench-\(UUID().uuidString)")
    container = try ModelContainer(
      for: Memo.self, PlainMemo.self,
      configurations: ModelConfiguration(url: directory.appendingPathComponent("store.sqlite")))
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Inserts a model for each sample, a save for each hundred thousand.
  ///
  /// - Returns: how long all of it took.
  func insert(_ samples: [ItemSample], _ make: (ItemSample) -> some PersistentModel) throws -> Duration {
    let context = ModelContext(container)
    return try Stopwatch.time {
      for start in stride(from: 0, to: samples.count, by: 100_000) {
        for sample in samples[start..<min(start + 100_000, samples.count)] { context.insert(make(sample)) }
        try context.save()
      }
    }
  }
}
