import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Autosave")
@MainActor
struct AutosaveTests {
  let container: ModelContainer
  let context: ModelContext
  let clock = ManualClock()

  init() throws {
    container = try memoryContainer(Note.self, Badge.self)
    context = container.mainContext
    context.autosave.use(clock)
  }

  private func storedTitles() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  @Test func onlyTheMainContextSavesByItselfAtFirst() {
    #expect(context.autosaveEnabled)
    #expect(!ModelContext(container).autosaveEnabled)
  }

  @Test func anInsertionAChangeAndADeletionAreSaved() throws {
    let note = Note(title: "a")
    context.insert(note)
    clock.advance(milliseconds: 499)
    #expect(try storedTitles() == [])
    clock.advance(milliseconds: 1)
    #expect(try storedTitles() == ["a"])
    note.title = "b"
    clock.advance(milliseconds: 500)
    #expect(try storedTitles() == ["b"])
    context.delete(note)
    clock.advance(milliseconds: 500)
    #expect(try storedTitles() == [])
    #expect(!context.hasChanges)
  }

  @Test func everyWriteOfTheSamePropertyPutsTheSaveOff() throws {
    let note = try context.save(note: "a")
    for letter in ["b", "c", "d"] {
      note.title = letter
      clock.advance(milliseconds: 300)
    }
    #expect(try storedTitles() == ["a"])
    clock.advance(milliseconds: 200)
    #expect(try storedTitles() == ["d"])
  }

  @Test func thereIsNoTimerUnlessThereIsSomethingToSave() throws {
    #expect(clock.waiting == 0)
    let note = try context.save(note: "a")
    #expect(clock.waiting == 0)
    note.title = "b"
    #expect(clock.waiting == 1)
    context.rollback()
    #expect(clock.waiting == 0)
    note.title = "c"
    context.autosaveEnabled = false
    #expect(clock.waiting == 0)
    _ = try context.fetch(FetchDescriptor<Note>())
    context.processPendingChanges()
    #expect(clock.waiting == 0)
  }

  @Test func switchingItOnSavesWhatIsUnsaved() throws {
    context.autosaveEnabled = false
    context.insert(Note(title: "a"))
    clock.advance(milliseconds: 5_000)
    #expect(try storedTitles() == [])
    context.autosaveEnabled = true
    clock.advance(milliseconds: 500)
    #expect(try storedTitles() == ["a"])
  }

  @Test func aFailureIsDeliveredAndTheNextChangeTriesAgain() throws {
    var errors: [any Error] = []
    context.autosaveErrorHandler = { errors.append($0) }
    let note = Note(title: "a")
    note.weight = .nan
    context.insert(note)
    clock.advance(milliseconds: 500)
    #expect(errors.count == 1)
    #expect(context.hasChanges)
    clock.advance(milliseconds: 5_000)
    #expect(errors.count == 1 && clock.waiting == 0)
    note.weight = 1
    clock.advance(milliseconds: 500)
    #expect(errors.count == 1)
    #expect(try storedTitles() == ["a"])
  }

  @Test func whatAnObserverOfWillSaveChangesIsSavedAlongAndAsksForNoOtherSave() throws {
    let note = try context.save(note: "a")
    // Sound: notifications are posted on the thread that saves, which is this one.
    nonisolated(unsafe) let observed = note
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.willSave, object: context, queue: nil
    ) { _ in observed.count += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    note.title = "b"
    clock.advance(milliseconds: 500)
    #expect(note.count == 1)
    #expect(clock.waiting == 0 && !context.hasChanges)
  }

  @Test func aContextWithoutExecutorSavesWhenItProcessesPendingChanges() throws {
    let unbound = ModelContext(container)
    unbound.autosaveEnabled = true
    unbound.insert(Note(title: "a"))
    #expect(try storedTitles() == [])
    unbound.processPendingChanges()
    #expect(try storedTitles() == ["a"])
    var errors = 0
    unbound.autosaveErrorHandler = { _ in errors += 1 }
    let note = Note(title: "b")
    note.weight = .nan
    unbound.insert(note)
    unbound.processPendingChanges()
    #expect(errors == 1)
  }

  @Test func aContextThatGoesAwaySavesNothing() throws {
    do {
      let unbound = ModelContext(container)
      unbound.autosaveEnabled = true
      unbound.insert(Note(title: "a"))
    }
    #expect(try storedTitles() == [])
  }

  @Test func anActorsContextSavesOnItsOwnQueue() async throws {
    let handler = AutosavingHandler(modelContainer: container)
    await handler.insertWithoutSaving("a")
    try await waitUntil("the machine's clock wakes the handler") { try storedTitles() == ["a"] }
    #expect(await handler.savedOnOwnExecutor == true)
  }

  @Test func theMainContextOfAReadOnlyStoreDeliversThatItMayNotSave() throws {
    let store = try TemporaryStore()
    try ModelContext(store.container(Note.self)).save(note: "a")
    let schema = Schema([Note.self])
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: store.url, allowsSave: false)])
    let context = container.mainContext
    context.autosave.use(clock)
    var errors: [any Error] = []
    context.autosaveErrorHandler = { errors.append($0) }
    try #require(try context.fetch(FetchDescriptor<Note>()).first).title = "b"
    clock.advance(milliseconds: 500)
    #expect(errors.first as? SwiftDataError == .savingNotAllowed)
  }
}

@ModelActor
private actor AutosavingHandler {
  private(set) var savedOnOwnExecutor: Bool?

  func insertWithoutSaving(_ title: String) {
    modelContext.autosaveEnabled = true
    _ = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: modelContext, queue: nil) {
      [weak self] _ in self?.assumeIsolated { $0.savedOnOwnExecutor = true }
    }
    modelContext.insert(Note(title: title))
  }
}
