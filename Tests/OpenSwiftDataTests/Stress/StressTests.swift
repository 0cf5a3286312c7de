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
