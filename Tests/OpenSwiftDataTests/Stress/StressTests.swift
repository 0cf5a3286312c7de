import Foundation
import OpenSwiftData
import Testing

/// Many handlers work on one container at once while the main context, and another handler, observe.
@Suite("Many handlers at once", .serialized)
@MainActor
struct StressTests {
  enum Place: CaseIterable {
    case memory
    case file
  }

  @Test(arguments: Place.allCases) func everybodyEndsWithWhatEveryHandlerSaved(_ place: Place) async throws {
    let load = StressLoad.current
    let seed = UInt64.random(in: 0 ... .max)
    print("\(load.workers) handlers x \(load.operations) operations in \(place), seed \(seed)")
    let file = try TemporaryStore()
    let container = try place == .memory ? memoryContainer(Note.self) : file.container(Note.self)
    let shared = try SharedRows(workers: load.workers, in: container)
    let audience = try await Audience(container)
    let outcomes = try await Self.work(load, container, shared, seed)
    #expect(outcomes.map(\.wrongReads).reduce(0, +) == 0)
    let expected = outcomes.finalRows(shared)
    let found = try ModelContext(container).fetch(FetchDescriptor<Note>()).map { Row($0) }
    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.values) }) == expected)
    try await audience.expectToHaveSeen(expected)
  }

  private nonisolated static func work(
    _ load: StressLoad, _ container: ModelContainer, _ shared: SharedRows, _ seed: UInt64
  ) async throws -> [StressOutcome] {
    let tasks = (0..<load.workers).map { number in
      Task.detached {
        var worker = StressWorker(number: number, container: container, shared: shared, seed: seed)
        return try await worker.run(operations: load.operations)
      }
    }
    var outcomes: [StressOutcome] = []
    for task in tasks { outcomes.append(try await task.value) }
    return outcomes
  }
}

// MARK: - Load

/// How much the stress tests do: little with every run of the suite, all of it with `OPENSWIFTDATA_STRESS=full`.
struct StressLoad {
  let workers: Int
  let operations: Int

  static let current =
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_STRESS"] == "full"
    ? StressLoad(workers: 64, operations: 200) : StressLoad(workers: 16, operations: 50)
}

/// The rows that all workers of a stress test know.
struct SharedRows: Sendable {
  /// Three workers write one property each of every row.
  let written: [PersistentIdentifier]
  /// Any worker may delete any of them at any time.
  let doomed: [PersistentIdentifier]

  init(workers: Int, in container: ModelContainer) throws {
    let context = ModelContext(container)
    let notes = (0..<workers * 2).map { Note(title: "shared \($0)") }
    for note in notes { context.insert(note) }
    try context.save()
    let ids = notes.map(\.persistentModelID)
    (written, doomed) = (Array(ids[..<workers]), Array(ids[workers...]))
  }

  /// The row of which the worker writes `count`, `weight` or `subtitle`.
  func row(of worker: Int, distance: Int) -> PersistentIdentifier {
    written[(worker + distance) % written.count]
  }
}

// MARK: - Outcome

/// What a worker was told had been saved.
struct StressOutcome: Sendable {
  var own: [PersistentIdentifier: RowValues] = [:]
  var deleted: Set<PersistentIdentifier> = []
  var count = 0
  var weight: Double?
  var subtitle: String?
  var wrongReads = 0
}

extension [StressOutcome] {
  /// The rows that must be in the store after all workers have ended.
  func finalRows(_ shared: SharedRows) -> [PersistentIdentifier: RowValues] {
    var rows: [PersistentIdentifier: RowValues] = [:]
    for (offset, id) in (shared.written + shared.doomed).enumerated() {
      rows[id] = RowValues(title: "shared \(offset)")
    }
    for (worker, outcome) in enumerated() {
      rows[shared.row(of: worker, distance: 0)]?.count = outcome.count
      rows[shared.row(of: worker, distance: 1)]?.weight = outcome.weight
      rows[shared.row(of: worker, distance: 2)]?.subtitle = outcome.subtitle
      rows.merge(outcome.own) { _, own in own }
    }
    for id in flatMap(\.deleted) { rows[id] = nil }
    return rows
  }
}

/// The values of a note that the stress tests change.
struct RowValues: Hashable, Sendable {
  var title: String
  var isDone = false
  var count = 0
  var weight: Double?
  var subtitle: String?
}

extension RowValues {
  init(_ note: Note) {
    self.init(
      title: note.title, isDone: note.isDone, count: note.count, weight: note.weight, subtitle: note.subtitle)
  }
}
