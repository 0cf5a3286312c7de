import Foundation
import OpenSwiftData
import Synchronization
import Testing

@Suite("A results observer follows every change")
@MainActor
struct ResultsObserverTests {
  let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self)
  }

  private func observer(
    _ predicate: Predicate<Note>? = nil, by order: SortDescriptor<Note> = SortDescriptor(\.date)
  ) throws -> ResultsObserver<Note, Never> {
    try ResultsObserver(filterBy: predicate, sortBy: [order], modelContext: container.mainContext)
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  @Test func insertsMovesAndDeletes() async throws {
    let handler = NoteHandler(modelContainer: container)
    let first = try await handler.add("first", date: date(10))
    try await handler.add("second", date: date(20))
    let observer = try observer()
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.title) == ["first", "second"])
    try await handler.add("between", date: date(15))
    try await waitUntil("the new row is between") { observer.results.map(\.title) == ["first", "between", "second"] }
    try await handler.redate(first, to: date(30))
    try await waitUntil("the row moves to the end") { observer.results.map(\.title) == ["between", "second", "first"] }
    try await handler.delete(first)
    try await waitUntil("the row goes") { observer.results.map(\.title) == ["between", "second"] }
  }

  @Test func aFilterLetsRowsInAndOut() async throws {
    let handler = NoteHandler(modelContainer: container)
    let id = try await handler.add("apple", date: date(1))
    let observer = try observer(#Predicate { $0.title.starts(with: "a") })
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.count == 1)
    try await handler.rename(id, to: "pear")
    try await waitUntil("the row goes") { observer.results.isEmpty }
    try await handler.rename(id, to: "apricot")
    try await waitUntil("the row comes back") { observer.results.map(\.title) == ["apricot"] }
  }

  @Test func aPredicateThatSQLCannotSayIsFollowedToo() async throws {
    let handler = NoteHandler(modelContainer: container)
    let observer = try observer(#Predicate { $0.words.isEmpty && $0.title != "x" })
    try await handler.add("y")
    try await waitUntil("the row is found in memory") { observer.results.map(\.title) == ["y"] }
  }

  @Test func observationIsToldOfTheList() async throws {
    let observer = try observer()
    try await waitUntil("the result is read") { observer.isComplete }
    let fired = Atomic<Bool>(false)
    withObservationTracking {
      _ = observer.results.count
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    try await NoteHandler(modelContainer: container).add("new")
    try await waitUntil("the observer is told") { fired.load(ordering: .relaxed) }
  }

  @Test func observationIsToldWhenTheWholeResultIsThere() async throws {
    let context = ModelContext(container)
    for number in 0..<500 { context.insert(Note(title: "\(number)", date: date(Double(number)))) }
    try context.save()
    let observer = try observer()
    try #require(!observer.isComplete)
    let fired = Atomic<Bool>(false)
    withObservationTracking {
      _ = observer.isComplete
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    try await waitUntil("the observer is told") { fired.load(ordering: .relaxed) }
    #expect(observer.results.count == 500)
  }

  @Test func randomChangesEndAsAFreshFetchDoes() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let observer = try observer()
    let handler = NoteHandler(modelContainer: container)
    var ids: [PersistentIdentifier] = []
    for step in 0..<400 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !ids.isEmpty:
        try await handler.delete(ids.remove(at: Int.random(in: 0..<ids.count, using: &random)))
      case 1 where !ids.isEmpty:
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        try await handler.redate(id, to: date(Double(Int.random(in: 0..<50, using: &random))))
      default:
        ids.append(try await handler.add("\(step)", date: date(Double(Int.random(in: 0..<50, using: &random)))))
      }
    }
    let expected = try container.mainContext.fetchIdentifiers(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)]))
    try await waitUntil("the list is that of a fresh fetch") {
      let results = observer.results
      return results.indices.map { results.identifier(at: $0) } == expected
    }
  }
}

// MARK: - Other rows of the same entity

@Suite("A result that depends on other rows of its own entity")
@MainActor
struct SiblingRowTests {
  /// The parent changes, and its child enters and leaves the result.
  @Test func followsThem() async throws {
    let container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    let context = ModelContext(container)
    let (parent, child) = (Folder("whole"), Folder("part"))
    context.insert(parent)
    context.insert(child)
    child.parent = parent
    try context.save()
    let observer = try ResultsObserver<Folder, Never>(
      filterBy: #Predicate { $0.parent?.name == "found" }, sortBy: [SortDescriptor(\.name)],
      modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.isEmpty)
    parent.name = "found"
    try context.save()
    try await waitUntil("the child comes") { observer.results.map(\.name) == ["part"] }
    context.delete(parent)
    try context.save()
    try await waitUntil("the child goes") { observer.results.isEmpty }
  }
}
