import Foundation
import Measuring
import OpenSwiftDataSync

/// One run over all bars: a store with items is pushed into a folder, pulled into an empty one, edited, and pushed again.
struct SyncRounds {
  private let samples: [ItemSample]
  private let options: Options

  init(_ options: Options) {
    self.options = options
    var generator = ItemGenerator()
    samples = (0..<options.rows).map { _ in generator.next() }
  }

  func measure() async throws -> [Outcome] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sync-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (try BenchmarkStore(options), try BenchmarkStore(options))
    let insertion = try await Cost.of { try first.insert(samples) }
    let pushing = try await first.join(folder)
    let firstPush = try await Cost.of { try await first.engine.round(with: pushing) }
    let pulling = try await second.join(folder)
    let firstPull = try await Cost.of { try await second.engine.round(with: pulling) }
    guard try second.itemCount == samples.count else { throw BenchmarkStore.Failure.incomplete }
    let limit = 5 * Double(samples.count) / 100_000
    let outcomes =
      firstPush.outcomes("S1", "first push of \(samples.count) items", limit: limit)
      + firstPull.outcomes("S2", "first pull of \(samples.count) items", limit: limit)
      + [
        Outcome("S2", "the same beside BatchInsert", firstPull.seconds, against: insertion.seconds, limit: 1.5),
        Outcome(
          "S2", "the same, time of the processors", firstPull.processorSeconds, against: insertion.processorSeconds,
          limit: nil),
      ]
    if options.isFirstOnly { return outcomes }
    return try await outcomes + measureLater(first, pushing, second, pulling, folder)
      + SavePrices(samples, options).measure()
  }

  /// What comes after the first rounds of both stores: edits, a snapshot, and a third store that begins with it.
  private func measureLater(
    _ first: BenchmarkStore, _ pushing: FolderRemote, _ second: BenchmarkStore, _ pulling: FolderRemote, _ folder: URL
  ) async throws -> [Outcome] {
    let sizes = try [first, second].map(ledgerShare)
    try first.edit()
    let editPush = try await Cost.of { try await first.engine.round(with: pushing) }
    let editPull = try await Cost.of { try await second.engine.round(with: pulling) }
    let idle = try await Cost.of { for _ in 0..<100 { try await second.engine.round(with: pulling) } }
    let leaving = try await Cost.of { try await first.snapshotEngine.round(with: pushing) }
    let third = try BenchmarkStore(options)
    let late = try await third.join(folder)
    let snapshotPull = try await Cost.of { try await third.engine.round(with: late) }
    guard try third.itemCount == samples.count else { throw BenchmarkStore.Failure.incomplete }
    let (count, limit) = (samples.count, 5 * Double(samples.count) / 100_000)
    return [
      editPush.outcomes("S1", "push of \(count) edits", limit: limit),
      editPull.outcomes("S2", "pull of \(count) edits", limit: nil),
      leaving.outcomes("S2", "a snapshot of \(count) items", limit: nil),
      snapshotPull.outcomes("S2", "first pull of a snapshot of \(count) items", limit: limit),
      [
        Outcome("S5", "ledger of the store that pushed, of 100 bytes", sizes[0] * 100, .count, limit: 15),
        Outcome("S5", "ledger of the store that pulled, of 100 bytes", sizes[1] * 100, .count, limit: 15),
        Outcome("S6", "a round without news", idle.seconds / 100 * 1e3, .milliseconds),
      ],
    ].flatMap(\.self)
  }

  /// What of a store is there for sync, without the batches that it sent last.
  private func ledgerShare(_ store: BenchmarkStore) throws -> Double {
    let (all, outbox) = (try store.bytes("*"), try store.bytes("openswiftdatasync_outbox"))
    return Double(try store.bytes("*openswiftdatasync*") - outbox) / Double(all - outbox)
  }
}

/// What a piece of work took.
struct Cost {
  let seconds: Double
  /// The time of all processors, for user and system.
  let processorSeconds: Double

  static func of<Result>(_ body: () async throws -> Result) async rethrows -> Cost {
    let before = processorTime
    let time = try await Stopwatch.time { _ = try await body() }
    return Cost(seconds: time.seconds, processorSeconds: processorTime - before)
  }

  /// - Parameter limit: in seconds.
  func outcomes(_ bar: String, _ what: String, limit: Double?) -> [Outcome] {
    [
      Outcome(bar, what, seconds * 1e3, .milliseconds, limit: limit.map { $0 * 1e3 }),
      Outcome(bar, "\(what), time of the processors", processorSeconds * 1e3, .milliseconds),
    ]
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
