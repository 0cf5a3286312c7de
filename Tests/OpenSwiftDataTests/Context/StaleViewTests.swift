import Dispatch
import Foundation
import Observation
import OpenSwiftData
import Synchronization
import Testing

/// The points that articles on SwiftData and concurrency make, each as a test.
@Suite("What a background handler saves is seen from mainContext")
@MainActor
struct StaleViewTests {
  let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self)
  }

  @Test func newThroughAHandler() async throws {
    let container = container
    let id = try await Task.detached { try await NoteHandler(modelContainer: container).add("new") }.value
    let note = container.mainContext.model(for: id) as? Note
    #expect(note?.title == "new")
  }

  @Test func updateThroughAHandlerShowsInARegisteredModel() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    try await Task.detached { try await NoteHandler(modelContainer: container).rename(id, to: "after") }.value
    #expect(note.title == "after")
  }

  @Test func deleteThroughAHandler() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("doomed")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    try await Task.detached { try await NoteHandler(modelContainer: container).delete(id) }.value
    #expect(try container.mainContext.fetchCount(FetchDescriptor<Note>()) == 0)
    #expect(note.isDeleted)
  }

  /// FB13689240: a view that observes a model is not told of a background save; here it is.
  @Test func anObservingRowIsToldOfABackgroundUpdate() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    let titleFired = Atomic<Int>(0)
    let dateFired = Atomic<Int>(0)
    withObservationTracking {
      _ = note.title
    } onChange: {
      titleFired.add(1, ordering: .relaxed)
    }
    withObservationTracking {
      _ = note.date
    } onChange: {
      dateFired.add(1, ordering: .relaxed)
    }
    try await Task.detached { try await NoteHandler(modelContainer: container).rename(id, to: "after") }.value
    // Nobody touches the model or the context: the news has to arrive by itself.
    try await waitUntil("the observer is told") { titleFired.load(ordering: .relaxed) == 1 }
    #expect(dateFired.load(ordering: .relaxed) == 0)
    #expect(note.title == "after")
  }

  @Test func observersAreToldAfterARollbackToo() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    let fired = Atomic<Int>(0)
    withObservationTracking {
      _ = note.title
    } onChange: {
      fired.add(1, ordering: .relaxed)
    }
    note.count = 3
    container.mainContext.rollback()
    try await Task.detached { try await NoteHandler(modelContainer: container).rename(id, to: "after") }.value
    try await waitUntil("the observer is told") { fired.load(ordering: .relaxed) == 1 }
    #expect(note.title == "after")
  }

  @Test func whatCameBeforeAContextWasBoundIsMergedOnItsQueue() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("before")
    let context = ModelContext(container)
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    let fired = Atomic<Int>(0)
    withObservationTracking {
      _ = note.title
    } onChange: {
      fired.add(1, ordering: .relaxed)
    }
    try await Task.detached { try await NoteHandler(modelContainer: container).rename(id, to: "after") }.value
    let executor = DefaultSerialModelExecutor(modelContext: context)
    try await waitUntil("the observer is told") { fired.load(ordering: .relaxed) == 1 }
    withExtendedLifetime(executor) {}
  }

  @Test func aHandlerMadeOnTheMainActorRunsOffIt() async throws {
    let handler = NoteHandler(modelContainer: container)
    #expect(await !handler.runsOnMainQueue())
  }

  @Test func aHandlerWithTheMainContextRunsOnTheMainActor() async throws {
    let handler = NoteHandler(modelContainer: container, mainActor: true)
    #expect(await handler.runsOnMainQueue())
  }

  @Test func unsavedChangesSurviveTheMergeOfOthers() async throws {
    let container = container
    let id = try await NoteHandler(modelContainer: container).add("before")
    let note = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
    note.title = "mine"
    let date = Date(timeIntervalSinceReferenceDate: 77)
    try await Task.detached { try await NoteHandler(modelContainer: container).redate(id, to: date) }.value
    #expect(note.title == "mine")
    #expect(note.date == date)
    try container.mainContext.save()
    #expect(try await NoteHandler(modelContainer: container).titles() == ["mine"])
  }
}

extension NoteHandler {
  /// Where the actor's code really runs, whatever its executor is called.
  func runsOnMainQueue() -> Bool {
    DispatchQueue.getSpecific(key: mainQueueKey) == true
  }
}

private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
