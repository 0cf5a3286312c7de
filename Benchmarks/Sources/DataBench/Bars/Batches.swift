import Foundation
import Measuring
import OpenSwiftData

/// Batches of many rows beside the same statements in C: the history is written on both sides, and another reader's
/// fifty rows are brought up to date.
enum BatchBar: Bar {
  static let name = "D11"
  private static let limit = 1.2

  static func measure(_ options: Options) throws -> [Outcome] {
    let samples = Samples.make(options.rows)
    let items = BaselineItems(samples)
    return try [insertion(samples, items, options)] + updates(items, options) + deletions(items, options)
  }

  private static func insertion(
    _ samples: [ItemSample], _ items: BaselineItems, _ options: Options
  ) throws -> Outcome {
    let batch = BatchInsert<Item, ItemSample>(samples)
      .set(\.title) { $0.title }
      .set(\.notes) { $0.notes }
      .set(\.createdAt) { $0.createdAt }
      .set(\.due) { $0.due }
      .set(\.isDone) { $0.isDone }
      .set(\.priority) { $0.priority }
    let rounds = try Rounds(options.rounds) {
      try BatchSide().time { try $0.execute(batch).count == samples.count }
    } baseline: {
      let directory = try BenchmarkStore().directory
      let baseline = try Baseline(directory.store)
      return try Stopwatch.time { try baseline.insertBatch(items) }
    }
    return Outcome(name, "BatchInsert of \(samples.count) rows", rounds, limit: limit)
  }

  // MARK: - Updates

  private static func updates(_ items: BaselineItems, _ options: Options) throws -> [Outcome] {
    let (ours, theirs) = (try BatchSide(holding: items), try BaselineSide(holding: items))
    let identifiers = try ours.identifiers()
    let done = items.items.count { $0.is_done != 0 }
    // Each round writes other values than the one before.
    var (our, their) = (10, 10)
    func outcome(
      _ what: String, _ count: Int, _ update: (BatchUpdate<Item>, Int) -> BatchUpdate<Item>,
      of all: BatchUpdate<Item>, _ baseline: (Int) throws -> Int
    ) throws -> Outcome {
      let rounds = try Rounds(options.rounds) {
        our += 1
        let batch = update(all, our)
        return try ours.time { try $0.execute(batch).count == count }
      } baseline: {
        their += 1
        return try theirs.time { try baseline(their) == count }
      }
      return Outcome(name, "BatchUpdate of \(count) \(what)", rounds, limit: limit)
    }
    let (least, keys) = (0, theirs.keys)
    return try [
      outcome(
        "rows to a value", keys.count, { $0.set(\.priority, to: $1) },
        of: BatchUpdate(where: #Predicate { $0.priority >= least })
      ) { try theirs.baseline.updateBatch("priority = \($0)", where: "priority >= 0") },
      outcome(
        "rows to an expression", keys.count, { batch, _ in batch.set(\.priority, to: #Expression { $0.priority + 1 }) },
        of: BatchUpdate(where: #Predicate { $0.priority >= least })
      ) { _ in try theirs.baseline.updateBatch("priority = priority + 1", where: "priority >= 0") },
      outcome(
        "scattered rows to a value", done, { $0.set(\.priority, to: $1) },
        of: BatchUpdate(where: #Predicate { $0.isDone })
      ) { try theirs.baseline.updateBatch("priority = \($0)", where: "isDone") },
      outcome(
        "rows by identifier, values of their own", keys.count,
        { batch, round in batch.set(\.priority, toEach: keys.indices.map { $0 + round }) }, of: BatchUpdate(identifiers)
      ) { round in try theirs.baseline.updateBatch(keys, priorities: keys.indices.map { Int64($0 + round) }) },
    ]
  }

  // MARK: - Deletions

  private static func deletions(_ items: BaselineItems, _ options: Options) throws -> [Outcome] {
    let count = items.items.count
    let least = 0
    let matching = try Rounds(options.rounds) {
      let side = try BatchSide(holding: items)
      let batch = BatchDelete<Item>(where: #Predicate { $0.priority >= least })
      return try side.time { try $0.execute(batch).count == count }
    } baseline: {
      let side = try BaselineSide(holding: items)
      return try side.time { try side.baseline.deleteBatch(where: "priority >= 0") == count }
    }
    let identified = try Rounds(options.rounds) {
      let side = try BatchSide(holding: items)
      let batch = BatchDelete<Item>(try side.identifiers())
      return try side.time { try $0.execute(batch).count == count }
    } baseline: {
      let side = try BaselineSide(holding: items)
      return try side.time { try side.baseline.deleteBatch(side.keys) == count }
    }
    return [
      Outcome(name, "BatchDelete of \(count) rows that match", matching, limit: limit),
      Outcome(name, "BatchDelete of \(count) rows by identifier", identified, limit: limit),
    ]
  }
}

// MARK: - The two sides

/// A store with a context that writes, and another one that holds a window of its models.
private final class BatchSide {
  private let store: BenchmarkStore
  private let writer: ModelContext
  private let reader: ModelContext
  private let window: [Item]

  init(holding items: BaselineItems? = nil) throws {
    store = try items.map(BenchmarkStore.init(holding:)) ?? BenchmarkStore()
    writer = ModelContext(store.container)
    reader = ModelContext(store.container)
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.createdAt)])
    descriptor.fetchLimit = BaselineSide.height
    window = try reader.fetch(descriptor)
  }

  func identifiers() throws -> [PersistentIdentifier] { Array(try writer.fetchIdentifiers(FetchDescriptor<Item>())) }

  /// Times a batch and the merging of it into the other context.
  ///
  /// - Parameter body: executes the batch; says whether it did what it was to do.
  func time(_ body: (ModelContext) throws -> Bool) throws -> Duration {
    var (isDone, sum) = (false, 0)
    let time = try Stopwatch.time {
      isDone = try body(writer)
      reader.processPendingChanges()
      for item in window where !item.isDeleted { sum &+= item.priority }
    }
    precondition(isDone && sum >= 0)
    return time
  }
}

/// A store that C writes, and nobody else has open: a container would look at what C committed, beside the next round.
private final class BaselineSide {
  static let height = 50

  let baseline: Baseline
  /// Those of all items, in ascending order.
  let keys: [Int64]
  private let directory: BenchmarkDirectory
  private let window: [Int64]

  init(holding items: BaselineItems) throws {
    directory = try BenchmarkStore(holding: items).directory
    baseline = try Baseline(directory.store)
    let byCreation = try baseline.keys()
    keys = byCreation.sorted()
    window = Array(byCreation.prefix(Self.height))
  }

  /// Times a batch and the reading of a window anew.
  func time(_ body: () throws -> Bool) throws -> Duration {
    var isDone = false
    let time = try Stopwatch.time {
      isDone = try body()
      try baseline.readWindow(window)
    }
    precondition(isDone)
    return time
  }
}
