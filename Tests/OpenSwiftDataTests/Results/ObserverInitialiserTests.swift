import DocketLocking
import Foundation
import Observation
import Testing

@testable import OpenSwiftData

@Suite("Observers are made with Apple's initialisers")
@MainActor
struct ObserverInitialiserTests {
  let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    for (title, count) in [("b", 1), ("a", 2), ("c", 3)] {
      let note = Note(title: title)
      note.count = count
      context.insert(note)
    }
    try context.save()
  }

  @Test func withADescriptorOrFilterAndOrderOnAContextOrAContainer() async throws {
    let context = container.mainContext
    let descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.count > 1 }, sortBy: [SortDescriptor(\.title)])
    let observers = [
      try ResultsObserver<Note, Never>(fetchDescriptor: descriptor, modelContext: context),
      try ResultsObserver<Note, Never>(fetchDescriptor: descriptor, modelContainer: container),
      try ResultsObserver<Note, Never>(
        filterBy: #Predicate { $0.count > 1 }, sortBy: [SortDescriptor(\.title)], modelContext: context),
      try ResultsObserver<Note, Never>(
        filterBy: #Predicate { $0.count > 1 }, sortBy: [SortDescriptor(\.title)], modelContainer: container),
    ]
    for observer in observers {
      try await waitUntil("the result is read") { observer.isComplete }
      #expect(observer.results.map(\.title) == ["a", "c"])
      #expect(observer.sections == nil)
      #expect(observer.sectionBy == nil)
    }
    let everything = try ResultsObserver<Note, Never>(modelContext: context)
    try await waitUntil("the result is read") { everything.isComplete }
    #expect(everything.results.map(\.title) == ["b", "a", "c"])
  }

  @Test func onAContainerModelsGetAContextOfTheirOwn() async throws {
    let observer = try ResultsObserver<Note, Never>(modelContainer: container)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.modelContext !== container.mainContext)
    #expect(observer.results.first?.modelContext === observer.modelContext)
  }

  @Test func anObserverOfAnotherActorIsToldThere() async throws {
    let shower = try await Shower(container)
    try await NoteHandler(modelContainer: container).add("new")
    try await waitUntil("the actor sees the row") { shower.seen.withLock { $0 } == 4 }
  }

  @Test func itSaysWhetherTheResultsAreThoseThatWereAskedFor() async throws {
    let observer = try ResultsObserver<Note, Never>(modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.isCurrent)
    observer.filterBy = #Predicate { $0.count > 1 }
    #expect(!observer.isCurrent && observer.results.count == 3)
    try await waitUntil("the new result is read") { observer.isCurrent }
    #expect(observer.results.count == 2)
  }

  @Test func filterAndOrderCanBeChanged() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.results.map(\.title) == ["a", "b", "c"] }
    observer.sortBy = [SortDescriptor(\.count, order: .reverse)]
    try await waitUntil("the order is new") { observer.results.map(\.title) == ["c", "a", "b"] }
    observer.filterBy = #Predicate { $0.count < 3 }
    try await waitUntil("the filter is new") { observer.results.map(\.title) == ["a", "b"] }
    #expect(observer.fetchDescriptor.sortBy == [SortDescriptor(\.count, order: .reverse)])
    try await NoteHandler(modelContainer: container).add("zero")
    try await waitUntil("the new result is followed") { observer.results.map(\.title) == ["a", "b", "zero"] }
  }

  @Test func anOrderThatSQLCannotSayIsFollowedToo() async throws {
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.title.count, order: .reverse)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    try await NoteHandler(modelContainer: container).add("dd")
    try await waitUntil("the longest is first") { observer.results.map(\.title) == ["dd", "c", "a", "b"] }
  }

  @Test func aModelThatTheContainerDoesNotHoldIsRefused() throws {
    #expect(throws: SwiftDataError.unknownSchema) {
      _ = try ResultsObserver<TitledEntry, Never>(modelContext: container.mainContext)
    }
  }
}

/// Shows a result on an actor that is no model actor, and tells how many rows it saw.
private actor Shower {
  nonisolated let seen = Lock(0)
  private var observer: ResultsObserver<Note, Never>?

  init(_ container: ModelContainer) async throws {
    observer = try ResultsObserver(modelContainer: container)
    track()
  }

  private func track() {
    let count = withObservationTracking {
      observer?.results.count ?? 0
    } onChange: { [weak self] in
      Task { await self?.track() }
    }
    seen.withLock { $0 = count }
  }
}
