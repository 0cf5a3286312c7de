import CBaseline
import Foundation
import Measuring
import Observation
import OpenSwiftData

// MARK: - Identifiers

/// All identifiers in the order of an indexed attribute.
enum IdentifiersBar: Bar {
  static let name = "D1"

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(options.rows)))
    let baseline = try Baseline(store.url)
    let context = ModelContext(store.container)
    let descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.createdAt)])
    let rounds = try Rounds(options.rounds) {
      var count = 0
      let time = try Stopwatch.time { count = try context.fetchIdentifiers(descriptor).count }
      precondition(count == options.rows)
      return time
    } baseline: {
      try baseline.timeKeys()
    }
    return [Outcome(name, "identifiers of \(options.rows) rows by an index", rounds, limit: 1.2)]
  }
}

// MARK: - Models

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
    return [Outcome(name, "\(options.rows) models, every attribute read", rounds, limit: 1.8)]
  }
}

/// The memory of models that were only read.
enum ModelMemoryBar: Bar {
  static let name = "D12"

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(options.rows)))
    var context: ModelContext? = ModelContext(store.container)
    var items = try context?.fetch(FetchDescriptor<Item>()) ?? []
    // The values hold the texts, so that what is freed is all but those.
    let values = items.map(ItemSample.init)
    let before = withExtendedLifetime((items, context)) { baseline_heap_size() }
    items = []
    context = nil
    let freed = Double(before - baseline_heap_size()) / Double(options.rows)
    precondition(values.count == options.rows)
    let beside = freed - Double(MemoryLayout<ItemSample>.stride)
    return [Outcome(name, "memory of a model that was only read, beside its values", beside, .bytes, limit: 160)]
  }
}

// MARK: - A window

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
    return [Outcome(name, "window of \(height) models by identifier", rounds, limit: 1.5)]
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

// MARK: - Predicates

/// What a predicate adds to a fetch from an empty table.
enum PredicateBar: Bar {
  static let name = "D9"

  private static let fetches = Counting.isOn ? 20 : 2_000

  static func measure(_ options: Options) throws -> [Outcome] {
    let store = try BenchmarkStore()
    let context = ModelContext(store.container)
    let (least, word) = (2, "report")
    let simple = #Predicate<Item> { $0.priority >= least }
    let compound = #Predicate<Item> { !$0.isDone && $0.priority >= least && $0.title.contains(word) }
    return try [("one comparison", simple), ("three terms", compound)].map { what, predicate in
      let filtered = FetchDescriptor<Item>(predicate: predicate)
      let rounds = try Rounds(max(5, options.rounds)) {
        try time(filtered, context)
      } baseline: {
        try time(FetchDescriptor<Item>(), context)
      }
      let perFetch = (rounds.ours.median - rounds.baseline.median) / Double(fetches)
      return Outcome(name, "translating a predicate: \(what)", perFetch * 1e6, .microseconds, limit: 3)
    }
  }

  private static func time(_ descriptor: FetchDescriptor<Item>, _ context: ModelContext) throws -> Duration {
    try Stopwatch.time { for _ in 0..<fetches { _ = try context.fetchIdentifiers(descriptor) } }
  }
}

// MARK: - Properties

/// Reads of one property of a saved model, on the executor of its context.
enum PropertyBar: Bar {
  static let name = "D8"

  private static let reads = Counting.isOn ? 1_000 : 2_000_000

  static func measure(_ options: Options) async throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(10)))
    let unbound = try times(ModelContext(store.container), options.rounds)
    let queue = try await Reader(modelContainer: store.container).times(options.rounds)
    let main = try await MainActor.run { try times(store.container.mainContext, options.rounds) }
    let plain = times(of: Plain(), options.rounds)
    return outcomes(main, plain, "main context") + outcomes(queue, plain, "model actor")
      + outcomes(unbound, plain, "unbound context")
  }

  struct Times: Sendable {
    var untracked: [Double] = []
    var tracked: [Double] = []
  }

  private static func outcomes(_ times: Times, _ plain: Times, _ place: String) -> [Outcome] {
    [
      Outcome(
        name, "untracked read against @Observable, \(place)", times.untracked.median, against: plain.untracked.median,
        limit: 1.2),
      Outcome(
        name, "tracked read against @Observable, \(place)", times.tracked.median, against: plain.tracked.median,
        limit: 1),
    ]
  }

  fileprivate static func times(_ context: ModelContext, _ rounds: Int) throws -> Times {
    let item = try context.fetch(FetchDescriptor<Item>())[0]
    return times(rounds) { item.priority }
  }

  private static func times(of plain: Plain, _ rounds: Int) -> Times { times(rounds) { plain.priority } }

  /// Times reads outside of an observation, and inside of one that reads the same property again and again.
  @inline(__always)
  private static func times(_ rounds: Int, _ read: () -> Int) -> Times {
    var times = Times()
    for _ in 0..<Counting.times(rounds) {
      times.untracked.append(time(read))
      withObservationTracking {
        times.tracked.append(time(read))
      } onChange: {
      }
    }
    return times
  }

  @inline(__always)
  private static func time(_ read: () -> Int) -> Double {
    var sum = 0
    let time = Stopwatch.time { for _ in 0..<reads { sum &+= read() } }
    precondition(sum >= 0)
    return time.seconds / Double(reads)
  }
}

@Observable
private final class Plain {
  var priority = 1
}

@ModelActor
private actor Reader {
  func times(_ rounds: Int) throws -> PropertyBar.Times { try PropertyBar.times(modelContext, rounds) }
}

// MARK: - Relationships

/// A to-many relationship of fifty owners, touched one after another.
enum RelationshipBar: Bar {
  static let name = "D10"

  private static let mark = "touching\n"
  private static let owners = 50

  static func measure(_ options: Options) throws -> [Outcome] {
    let log = try logOfStatements()
    let touched = log.components(separatedBy: mark).last ?? ""
    let queries = touched.split(separator: "\n").count { $0.contains("SELECT") }
    return [Outcome(name, "to-many of \(owners) owners, one by one", Double(queries), .queries, limit: 1)]
  }

  /// What a process that touches the relationships writes with the log of statements turned on.
  private static func logOfStatements() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--touch-shelves"]
    process.environment = ProcessInfo.processInfo.environment.merging(["OPENSWIFTDATA_SQL": "1"]) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  static func touchShelves() throws {
    let store = try BenchmarkStore()
    try fill(store)
    let context = ModelContext(store.container)
    let shelves = try context.fetch(FetchDescriptor<Shelf>())
    FileHandle.standardError.write(Data(mark.utf8))
    let count = shelves.reduce(0) { $0 + $1.books.count }
    precondition(count == 10 * owners)
  }

  private static func fill(_ store: BenchmarkStore) throws {
    let context = ModelContext(store.container)
    for index in 0..<owners {
      let shelf = Shelf(name: "shelf \(index)")
      context.insert(shelf)
      for book in 0..<10 { context.insert(Book(title: "book \(book) of \(index)", shelf: shelf)) }
    }
    try context.save()
  }
}
