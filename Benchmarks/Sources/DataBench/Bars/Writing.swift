import Dispatch
import Foundation
import Measuring
import OpenSwiftData

// MARK: - Many models

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
    return [Outcome(name, "insert \(options.rows) models, one save", rounds, limit: 1.5)]
  }
}

// MARK: - One model

/// One new model and one save, synced to the disk and where a sync costs nothing.
enum SaveBar: Bar {
  static let name = "D5"

  private static let memory = URL(fileURLWithPath: "/dev/shm")

  static func measure(_ options: Options) throws -> [Outcome] {
    let synced = try saves(in: nil)
    var outcomes = [Outcome(name, "one insert and save, FULL", synced, limit: 1.2)]
    guard FileManager.default.isWritableFile(atPath: memory.path) else { return outcomes }
    let unsynced = try saves(in: memory)
    var beyond = Outcome(
      name, "the same without a sync, beyond C", (unsynced.ours.median - unsynced.baseline.median) * 1e6,
      .microseconds, limit: 30)
    beyond.ours = unsynced.ours.median
    beyond.baseline = unsynced.baseline.median
    outcomes.append(beyond)
    return outcomes
  }

  private static func saves(in directory: URL?) throws -> Rounds {
    let (ours, theirs) = (try BenchmarkStore(in: directory), try BenchmarkStore(in: directory))
    let baseline = try Baseline(theirs.url)
    let samples = Samples.make(400)
    let items = BaselineItems(samples)
    let context = ModelContext(ours.container)
    var (next, nextOfC) = (0, 0)
    return try Rounds(samples.count - 1) {
      let sample = samples[next]
      next += 1
      return try Stopwatch.time {
        context.insert(Item(sample))
        try context.save()
      }
    } baseline: {
      let item = UnsafeBufferPointer(rebasing: items.items[nextOfC..<nextOfC + 1])
      nextOfC += 1
      return try Stopwatch.time { try baseline.insert(item) }
    }
  }
}

// MARK: - Handlers

/// A handler for one operation: container, actor, context, first row, released.
enum HandlerBar: Bar {
  static let name = "D6"

  private static let operations = 2_000

  static func measure(_ options: Options) async throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(1_000)))
    let baseline = try Baseline(store.url)
    let identifiers = try ModelContext(store.container).fetchIdentifiers(FetchDescriptor<Item>())
    var (ours, query, hop): ([Double], [Double], [Double]) = ([], [], [])
    let operations = Counting.isOn ? 20 : operations
    for index in 0..<operations {
      let identifier = identifiers[index % identifiers.count]
      var count = 0
      try await Counting.$isWarmingUp.withValue(index < operations - 1) {
        let time = try await Stopwatch.time {
          count = try await Handler(modelContainer: store.container).titleLength(identifier)
        }
        ours.append(time.seconds)
        let key = Int64(index % identifiers.count + 1)
        query.append(try Counting.baseline { try baseline.timeWindow([key]) }.seconds)
      }
      precondition(count > 0)
      hop.append(await ContinuousClock().measure { await Bystander().doNothing() }.seconds)
    }
    var outcome = Outcome(
      name, "handler per operation, beyond the query", (ours.median - query.median) * 1e6, .microseconds, limit: 20)
    outcome.ours = ours.median
    outcome.baseline = query.median
    return [outcome, Outcome(name, "of that, an actor on a queue that does nothing", hop.median * 1e6, .microseconds)]
  }
}

/// An actor on a serial queue of its own, as a handler is: what is left of a handler are two changes of thread.
private actor Bystander {
  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "bystander", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let queue = Queue()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func doNothing() {}
}

@ModelActor
private actor Handler {
  func titleLength(_ identifier: PersistentIdentifier) throws -> Int {
    let item: Item? = try modelContext.fetchModel(for: identifier)
    return item?.title.utf8.count ?? 0
  }
}

// MARK: - Merging

/// A save whose rows are registered in another context too.
enum MergeBar: Bar {
  static let name = "D7"

  private static let registered = [1_000, 10_000, 100_000]
  private static let changed = 500

  static func measure(_ options: Options) throws -> [Outcome] {
    let largest = registered.max() ?? 0
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(largest)))
    return try registered.map { count in
      let rounds = Counting.times(max(3, options.rounds))
      let perRow = try (0..<rounds).map { try timePerRow(store, registered: count, round: $0) }
      return Outcome(
        name, "refresh of \(changed) rows, each, of \(count) registered", perRow.median * 1e6, .microseconds, limit: 4)
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
