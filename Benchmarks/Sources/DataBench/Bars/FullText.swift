import Foundation
import Measuring
import OpenSwiftData

/// What a full-text index costs saves, and what searches gain.
enum TextBar: Bar {
  static let name = "F"

  static func measure(_ options: Options) throws -> [Outcome] {
    let samples = Samples.make(options.rows)
    let store = try MemoStore()
    let indexed = try store.insert(samples, Memo.init).seconds
    let plain = try store.insert(samples, PlainMemo.init).seconds
    var insertion = Outcome(
      "F2", "insert \(options.rows) models with an index, without in place of C", indexed / plain, .ratio, limit: nil)
    (insertion.ours, insertion.baseline) = (indexed, plain)
    return try saves(store) + [insertion] + searches(store, samples)
  }

  private static func saves(_ store: MemoStore) throws -> [Outcome] {
    let samples = Samples.make(2_000)
    let (indexed, plain) = (ModelContext(store.container), ModelContext(store.container))
    var times: (indexed: [Double], plain: [Double]) = ([], [])
    for sample in samples {
      times.indexed.append(try save(Memo(sample), in: indexed))
      times.plain.append(try save(PlainMemo(sample), in: plain))
    }
    return Percentiles.outcomes("F1", "one insert and save with an index", times.indexed, limit: 10)
      + Percentiles.outcomes("F1", "the same without an index", times.plain, limit: nil)
  }

  private static func save(_ model: some PersistentModel, in context: ModelContext) throws -> Double {
    try Stopwatch.time {
      context.insert(model)
      try context.save()
    }.seconds
  }

  private static func searches(_ store: MemoStore, _ samples: [ItemSample]) throws -> [Outcome] {
    let context = ModelContext(store.container)
    let parts = (0..<200).map { part(of: samples[$0 * 7919 % samples.count].title, length: 3 + $0 % 6) }
    let all = try parts.map { part in
      try time {
        try context.fetchIdentifiers(FetchDescriptor<Memo>(predicate: #Predicate { $0.title.contains(part) }))
      }
    }
    let folded = try parts.map { part in
      try window(context, #Predicate<Memo> { $0.title.localizedStandardContains(part) })
    }
    let prefixes = try parts.indices.map { index in
      let prefix = String(samples[index * 7919 % samples.count].title.prefix(3 + index % 6))
      return try window(context, #Predicate<Memo> { $0.title.starts(with: prefix) })
    }
    return Percentiles.outcomes("F3", "contains, 3 to 8 letters, all identifiers", all, limit: 50)
      + Percentiles.outcomes("F4", "localizedStandardContains, sorted, the first 50", folded, limit: 50)
      + Percentiles.outcomes("F5", "starts(with:), sorted, the first 50", prefixes, limit: 50)
  }

  private static func window(_ context: ModelContext, _ predicate: Predicate<Memo>) throws -> Double {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Memo.createdAt, order: .reverse)])
    descriptor.fetchLimit = 50
    return try time { try context.fetch(descriptor) }
  }

  private static func time<Result>(_ body: () throws -> Result) throws -> Double {
    try Stopwatch.time { _ = try body() }.seconds
  }

  private static func part(of title: String, length: Int) -> String { String(title.dropFirst(2).prefix(length)) }
}

// MARK: - The store

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

// MARK: - Models

/// A row with a full-text index.
@Model
final class Memo {
  #FullTextIndex<Memo>(\.title)
  #Index<Memo>([\.createdAt])

  var title: String
  var createdAt: Date

  init(_ sample: ItemSample) {
    title = sample.title
    createdAt = sample.createdAt
  }
}

/// The same without one.
@Model
final class PlainMemo {
  #Index<PlainMemo>([\.createdAt])

  var title: String
  var createdAt: Date

  init(_ sample: ItemSample) {
    title = sample.title
    createdAt = sample.createdAt
  }
}
