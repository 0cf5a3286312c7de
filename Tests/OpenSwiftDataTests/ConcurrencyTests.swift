import Foundation
import OpenSwiftData
import Testing

@Suite("Many handlers at once")
struct ConcurrencyTests {
  @Test @MainActor func finalStateEqualsWhatEveryHandlerSaid() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    let container = try memoryContainer(Note.self)
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.count)], modelContext: container.mainContext)
    let expected = try await Self.workOnEverything(container, seed: seed)
    let context = container.mainContext
    let found = try context.fetch(FetchDescriptor<Note>())
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.persistentModelID.primaryKey ?? 0, $0.title) }) == expected)
    try await waitUntil("the observer has the same rows") { Set(observer.results.map(\.title)) == Set(expected.values) }
  }

  /// Sixteen handlers' worth of work at once; answers with all rows that must be left.
  private nonisolated static func workOnEverything(
    _ container: ModelContainer, seed: UInt64
  ) async throws -> [Int64: String] {
    try await withThrowingTaskGroup(of: [Int64: String].self) { group in
      for number in 0..<16 {
        group.addTask { try await work(on: container, seed: seed &+ UInt64(number), name: number) }
      }
      var all: [Int64: String] = [:]
      for try await part in group { all.merge(part) { first, _ in first } }
      return all
    }
  }

  /// Adds, changes and deletes its own rows, each change with a fresh handler.
  private nonisolated static func work(
    on container: ModelContainer, seed: UInt64, name: Int
  ) async throws -> [Int64: String] {
    var random = SeededGenerator(seed: seed)
    var mine: [(PersistentIdentifier, String)] = []
    for step in 0..<60 {
      let handler = NoteHandler(modelContainer: container)
      let title = "\(name).\(step)"
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !mine.isEmpty:
        try await handler.delete(mine.remove(at: Int.random(in: 0..<mine.count, using: &random)).0)
      case 1 where !mine.isEmpty:
        let index = Int.random(in: 0..<mine.count, using: &random)
        try await handler.rename(mine[index].0, to: title)
        mine[index].1 = title
      default:
        mine.append((try await handler.add(title), title))
      }
    }
    return Dictionary(uniqueKeysWithValues: mine.map { ($0.0.primaryKey ?? 0, $0.1) })
  }

  @Test func twoHandlersThatChangeDifferentPropertiesBothWin() async throws {
    let container = try memoryContainer(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("before")
    let first = NoteHandler(modelContainer: container)
    let second = NoteHandler(modelContainer: container)
    _ = try await (first.titles(), second.titles())
    try await first.rename(id, to: "after")
    try await second.redate(id, to: Date(timeIntervalSinceReferenceDate: 9))
    let context = ModelContext(container)
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    #expect(note.title == "after")
    #expect(note.date == Date(timeIntervalSinceReferenceDate: 9))
  }

  @Test @MainActor func everythingIsFreedWithTheLastUser() async throws {
    weak var weakContext: ModelContext?
    weak var weakContainer: ModelContainer?
    do {
      let container = try memoryContainer(Note.self)
      weakContainer = container
      try await NoteHandler(modelContainer: container).add("short-lived")
      weakContext = container.mainContext
    }
    // Merges that were queued for the main context hold it until they have run.
    try await waitUntil("all is freed") { weakContainer == nil && weakContext == nil }
  }
}
