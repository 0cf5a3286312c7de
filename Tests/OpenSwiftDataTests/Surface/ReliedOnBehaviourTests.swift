import Foundation
import Observation
import OpenSwiftData
import Synchronization
import Testing

/// What code written for SwiftData relies on, and does not find written in a signature.
@Suite("Behaviour that code relies on")
struct ReliedOnBehaviourTests {
  // MARK: Three look-ups

  @Test func theSubscriptAnswersTheRegisteredModelElseAFetchedOneElseNil() async throws {
    let container = try memoryContainer(Note.self)
    let handler = LookUpHandler(modelContainer: container)
    let id = try await NoteHandler(modelContainer: container).add("there")
    #expect(try await handler.subscriptFetchesAndThenAnswersTheSameModel(id))
    try await NoteHandler(modelContainer: container).delete(id)
    #expect(await handler.subscriptIsNil(id))
  }

  @Test func registeredModelAnswersOnlyWhatThisContextHolds() async throws {
    let container = try memoryContainer(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("there")
    let context = ModelContext(container)
    let unknown: Note? = context.registeredModel(for: id)
    #expect(unknown == nil)
    let note = try #require(context.model(for: id) as? Note)
    let registered: Note? = context.registeredModel(for: id)
    #expect(registered === note)
  }

  @Test func modelForAnswersADeletedModelWhenTheRowIsGone() async throws {
    let container = try memoryContainer(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("doomed")
    try await NoteHandler(modelContainer: container).delete(id)
    let note = try #require(ModelContext(container).model(for: id) as? Note)
    #expect(note.title.isEmpty)
    #expect(note.isDeleted)
  }

  // MARK: Contexts and executors

  @Test @MainActor func aContextOfOnesOwnIsNeverTheMainContext() throws {
    let container = try memoryContainer(Note.self)
    #expect(ModelContext(container) !== container.mainContext)
    #expect(ModelContext(container) !== ModelContext(container))
    #expect(container.mainContext === container.mainContext)
  }

  @Test func theExecutorOfAModelActorIsItsContextsQueue() async throws {
    let handler = LookUpHandler(modelContainer: try memoryContainer(Note.self))
    let executor = try #require(handler.modelExecutor as? DefaultSerialModelExecutor)
    #expect(executor.isIsolatingCurrentContext() == false)
    #expect(await handler.runsOnItsExecutor())
  }

  /// Actors made on the main actor run there by surprise with SwiftData; here only one bound to `mainContext` does.
  @Test @MainActor func anActorCreatedOnTheMainActorDoesNotRunThereBySurprise() async throws {
    let container = try memoryContainer(Note.self)
    let main = DefaultSerialModelExecutor(modelContext: container.mainContext)
    #expect(main.isIsolatingCurrentContext() == true)
    #expect(await !LookUpHandler(modelContainer: container).runs(on: main))
    #expect(await NoteHandler(modelContainer: container, mainActor: true).runs(on: main))
  }

  @Test func aHandlerForEachOperationLeavesNoConnectionBehind() async throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("one")
    for _ in 0..<50 { #expect(await LookUpHandler(modelContainer: container).title(id) == "one") }
    // Each connection has up to three files open; what works in the background may use one more.
    #expect(try openDescriptors(of: store) <= 15)
  }

  // MARK: Stores

  @Test func anInMemoryStoreIsSharedByTheContextsOfItsContainerOnly() throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    context.insert(Note(title: "shared"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["shared"])
    #expect(try ModelContext(try memoryContainer(Note.self)).fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test(arguments: ["-wal", "-shm"]) func aStoreWhoseMainFileWasDeletedOpensAsNew(_ leftover: String) throws {
    let store = try TemporaryStore()
    let side = URL(fileURLWithPath: store.url.path + leftover)
    try Data("what another life of the store left behind".utf8).write(to: side)
    let context = ModelContext(try store.container(Note.self))
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
    context.insert(Note(title: "new"))
    try context.save()
    #expect(try ModelContext(try store.container(Note.self)).fetchCount(FetchDescriptor<Note>()) == 1)
  }

  // MARK: Identity and memory

  @Test func aRowsKeyIsNeverGivenToAnotherRow() throws {
    let store = try TemporaryStore()
    var keys: [Int64] = []
    for _ in 0..<3 {
      // A new container each time: the promise outlives the process.
      let context = ModelContext(try store.container(Note.self))
      let note = Note(title: "short-lived")
      context.insert(note)
      try context.save()
      keys.append(try #require(note.persistentModelID.primaryKey))
      context.delete(note)
      try context.save()
    }
    #expect(Set(keys).count == 3)
  }

  @Test func touchingADeletedModelDoesNotCrashAndItsRowIdIsNotReused() async throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    let note = Note(title: "last words")
    context.insert(note)
    try context.save()
    let id = note.persistentModelID
    try await NoteHandler(modelContainer: container).delete(id)
    #expect(note.title == "last words")
    #expect(note.isDeleted)
    note.title = "spoken to nobody"
    try context.save()
    #expect(try await NoteHandler(modelContainer: container).add("next") != id)
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.title) == ["next"])
  }

  @Test func aContextKeepsItsStoreAlive() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    context.insert(Note(title: "kept"))
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func registrationsAreWeakSoThatMemoryFallsWhenResultsAreDropped() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    for number in 0..<10 { context.insert(Note(title: "\(number)")) }
    try context.save()
    let ids = try context.fetchIdentifiers(FetchDescriptor<Note>())
    weak var weakNote: Note?
    do {
      let notes = try context.fetch(FetchDescriptor<Note>())
      weakNote = notes.first
      #expect(weakNote != nil)
    }
    #expect(weakNote == nil)
    let registered: [Note] = ids.compactMap { context.registeredModel(for: $0) }
    #expect(registered.isEmpty)
  }

  // MARK: Staleness

  /// FB13689240, without the main actor: any context, any number of them.
  @Test func noObjectStaysStaleAfterABackgroundSaveFB13689240() async throws {
    let container = try memoryContainer(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("before")
    let viewers = (0..<3).map { _ in LookUpHandler(modelContainer: container) }
    for viewer in viewers { #expect(await viewer.hold(id) == "before") }
    try await NoteHandler(modelContainer: container).rename(id, to: "after")
    for viewer in viewers {
      #expect(await viewer.heldTitle() == "after")
      #expect(await viewer.toldOfTitle == 1)
      #expect(await viewer.toldOfDate == 0)
    }
  }

  private func openDescriptors(of store: TemporaryStore) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix(store.directory.path) == true
    }
  }
}

/// Looks rows up and keeps what it found.
@ModelActor
private actor LookUpHandler {
  private var held: Note?
  private let told = (title: Counter(), date: Counter())

  var toldOfTitle: Int { told.title.value }
  var toldOfDate: Int { told.date.value }

  func subscriptFetchesAndThenAnswersTheSameModel(_ id: PersistentIdentifier) throws -> Bool {
    let unknown: Note? = modelContext.registeredModel(for: id)
    guard unknown == nil, let first = self[id, as: Note.self] else { return false }
    let registered: Note? = modelContext.registeredModel(for: id)
    return first === self[id, as: Note.self] && first === registered
  }

  func subscriptIsNil(_ id: PersistentIdentifier) -> Bool { self[id, as: Note.self] == nil }

  func title(_ id: PersistentIdentifier) -> String? { self[id, as: Note.self]?.title }

  func hold(_ id: PersistentIdentifier) -> String? {
    held = self[id, as: Note.self]
    let (title, date) = told
    withObservationTracking({ _ = held?.title }, onChange: { title.increment() })
    withObservationTracking({ _ = held?.date }, onChange: { date.increment() })
    return held?.title
  }

  func heldTitle() -> String? { held?.title }

  func runsOnItsExecutor() -> Bool {
    (modelExecutor as? DefaultSerialModelExecutor)?.isIsolatingCurrentContext() == true
  }

  func runs(on executor: DefaultSerialModelExecutor) -> Bool { executor.isIsolatingCurrentContext() == true }
}

extension NoteHandler {
  fileprivate func runs(on executor: DefaultSerialModelExecutor) -> Bool {
    executor.isIsolatingCurrentContext() == true
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .acquiring) }

  func increment() { count.add(1, ordering: .releasing) }
}
