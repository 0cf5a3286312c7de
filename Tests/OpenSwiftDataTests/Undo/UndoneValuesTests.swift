import Foundation
import OpenSwiftData
import Testing

@Suite("Undoing changes of values")
struct UndoneValuesTests: UndoSuite {
  let world: UndoWorld

  init() throws { world = try UndoWorld() }

  @Test func nothingIsRecordedWithoutAnUndoManager() throws {
    let context = ModelContext(container)
    #expect(context.undoManager == nil)
    try context.save(note: "a")
    #expect(!manager.canUndo)
  }

  @Test func aPropertyIsUndoneBeforeAndAfterASave() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    note.mood = .busy
    manager.undo()
    #expect(note.mood == .calm && note.title == "b")
    manager.undo()
    #expect(note.title == "a" && context.hasChanges)
    manager.redo()
    try context.save()
    manager.undo()
    #expect(note.title == "a")
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["a"])
  }

  @Test func undoingAPropertyTellsItsObservers() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    let fired = Fired()
    withObservationTracking {
      _ = note.title
    } onChange: {
      fired.note()
    }
    manager.undo()
    #expect(fired.count == 1)
  }

  @Test func undoingAPropertyLeavesWhatOthersSavedInTheOtherOnes() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    try context.save()
    let other = ModelContext(container)
    let twin = try #require(try other.fetch(FetchDescriptor<Note>()).first)
    twin.title = "theirs"
    twin.count = 7
    try other.save()
    manager.undo()
    #expect(note.title == "a" && note.count == 7)
  }

  @Test func disabledRegistrationIsRespected() throws {
    let note = try context.save(note: "a")
    manager.removeAllActions()
    manager.disableUndoRegistration()
    note.title = "b"
    context.delete(note)
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
  }

  @Test func aModelThatOthersDeletedStaysDeleted() throws {
    let note = try context.save(note: "a")
    note.title = "b"
    try context.save()
    let other = ModelContext(container)
    other.delete(try #require(try other.fetch(FetchDescriptor<Note>()).first))
    try other.save()
    context.processPendingChanges()
    manager.undo()
    manager.undo()
    #expect(note.isDeleted && !context.hasChanges && !manager.canRedo)
  }
}
