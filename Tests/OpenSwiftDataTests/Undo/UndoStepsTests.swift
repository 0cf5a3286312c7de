import Foundation
import OpenSwiftData
import Testing

@Suite("What one step of undo is, and how long it can be taken")
struct UndoStepsTests: UndoSuite {
  let world: UndoWorld

  init() throws { world = try UndoWorld() }

  @Test func aNewChangeRemovesWhatCouldBeRedone() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    manager.undo()
    #expect(manager.canRedo)
    note.title = "c"
    #expect(!manager.canRedo)
    manager.undo()
    #expect(note.title == "a")
  }

  @Test func levelsOfUndoDropTheOldestChanges() throws {
    let note = try context.save(note: "a")
    manager.removeAllActions()
    manager.levelsOfUndo = 2
    for title in ["b", "c", "d"] { note.title = title }
    while manager.canUndo { manager.undo() }
    #expect(note.title == "b")
  }

  @Test func aRollbackRemovesWhatItDiscards() throws {
    let note = try context.save(note: "a")
    note.title = "saved"
    try context.save()
    note.title = "rolled back"
    context.insert(Note(title: "rolled back"))
    context.rollback()
    #expect(manager.canUndo)
    manager.undo()
    #expect(note.title == "a")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func aRollbackOfUndoneChangesRemovesAll() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    try context.save()
    manager.undo()
    context.rollback()
    #expect(note.title == "b" && !manager.canUndo && !manager.canRedo)
  }

  @Test func actionsOfOthersOutliveARollback() throws {
    let other = ModelContext(container)
    other.undoManager = manager
    let note = try other.save(note: "a")
    note.title = "b"
    try context.save(note: "mine")
    context.insert(Note(title: "rolled back"))
    context.rollback()
    manager.undo()
    manager.undo()
    #expect(note.title == "a")
  }

  @Test func aContextWithoutExecutorEndsItsGroupsWhenItSavesOrProcesses() throws {
    manager.groupsByEvent = true
    let note = Note(title: "a")
    context.insert(note)
    note.title = "b"
    try context.save()
    note.title = "c"
    note.count = 1
    context.processPendingChanges()
    note.title = "d"
    manager.undo()
    #expect(note.title == "c")
    manager.undo()
    #expect(note.title == "b" && note.count == 0)
    manager.undo()
    #expect(note.isDeleted)
  }

  @Test func anActorsCallIsAGroup() async throws {
    let handler = UndoingHandler(modelContainer: container)
    try await handler.insert("a", "b")
    try await handler.insert("c", "d")
    #expect(try await handler.undo() == ["a", "b"])
    #expect(try await handler.undo() == [])
  }

  @Test func theUndoManagerDoesNotKeepItsContext() throws {
    weak var weakContext: ModelContext?
    do {
      let context = ModelContext(container)
      weakContext = context
      context.undoManager = manager
      try context.save(note: "a")
      context.insert(Note(title: "b"))
    }
    #expect(weakContext == nil)
    manager.undo()
  }
}

@ModelActor
private actor UndoingHandler {
  func insert(_ titles: String...) throws {
    if modelContext.undoManager == nil { modelContext.undoManager = UndoManager() }
    for title in titles { modelContext.insert(Note(title: title)) }
    try modelContext.save()
  }

  func undo() throws -> [String] {
    modelContext.undoManager?.undo()
    return try modelContext.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }
}
