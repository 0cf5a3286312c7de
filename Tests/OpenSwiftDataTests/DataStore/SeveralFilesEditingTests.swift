import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Editing models of several files")
struct SeveralFilesEditingTests {
  private let files: TwoFiles
  private let container: ModelContainer
  private let context: ModelContext
  private let note: Note
  private let tally: Tally

  init() throws {
    files = try TwoFiles()
    container = try files.container()
    context = ModelContext(container)
    note = Note(title: "base")
    note.count = 1
    tally = files.tally(1)
    context.insert(note)
    context.insert(tally)
    try context.save()
  }

  // MARK: - Merge policies

  @Test(arguments: [MergePolicy.byProperty, .storeWins, .error])
  func changesOfDifferentPropertiesMeet(_ policy: MergePolicy) throws {
    context.mergePolicy = policy
    note.count = 2
    try files.changeNoteAlone { $0.title = "theirs" }
    try context.save()
    #expect(try files.storedNotes() == ["theirs 2"])
    #expect(note.title == "theirs")
  }

  @Test func bothSidesDecideByThePolicy() throws {
    let winners: [(MergePolicy, String)] = [(.byProperty, "ours"), (.storeWins, "theirs"), (.objectWins, "ours")]
    for (policy, expected) in winners {
      context.mergePolicy = policy
      note.title = "ours"
      try files.changeNoteAlone { $0.title = "theirs" }
      try context.save()
      #expect(try files.storedNotes() == ["\(expected) 1"])
      #expect(note.title == expected)
      note.title = "base"
      try context.save()
    }
  }

  @Test func conflictsAreTypedErrorsAndNoFileIsWritten() throws {
    context.mergePolicy = .error
    note.title = "ours"
    tally.amount = 2
    try files.changeNoteAlone { $0.title = "theirs" }
    let conflict = #expect(throws: MergeConflict.self) { try context.save() }
    #expect(conflict?.rows.map(\.propertyNames) == [["title"]])
    #expect(try files.storedNotes() == ["theirs 1"])
    let amounts = try ModelContext(files.container()).fetch(FetchDescriptor<Tally>()).map(\.amount)
    #expect(amounts == [1])
    context.rollback()
    #expect(tally.amount == 1)
  }

  @Test func changesOfRowsThatSomebodyDeletedAreRefusedOrAccepted() throws {
    note.title = "ours"
    try files.withNotesAlone { context in
      for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
    }
    #expect(throws: SwiftDataError.rowGone) { try context.save() }
    #expect(try files.storedNotes().isEmpty)
    context.mergePolicy = .storeWins
    try context.save()
    #expect(note.isDeleted)
    #expect(try files.storedNotes().isEmpty)
  }

  @Test func theObjectWinsItsRowBackUnderItsKey() throws {
    context.mergePolicy = .objectWins
    let key = note.persistentModelID.primaryKey
    note.title = "ours"
    try files.withNotesAlone { context in
      for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
    }
    try context.save()
    let stored = try files.withNotesAlone { try $0.fetchIdentifiers(FetchDescriptor<Note>()).map(\.primaryKey) }
    #expect(stored == [key])
    #expect(try files.storedNotes() == ["ours 1"])
  }

  @Test func contextsOfOneContainerMeetToo() throws {
    let other = ModelContext(container)
    other.mergePolicy = .error
    let theirs = try #require(try other.fetch(FetchDescriptor<Note>()).first)
    theirs.title = "theirs"
    note.title = "ours"
    try context.save()
    #expect(throws: MergeConflict.self) { try other.save() }
    other.rollback()
    #expect(theirs.title == "ours")
    #expect(try files.storedNotes() == ["ours 1"])
  }

  // MARK: - Rollback and undo

  @Test func rollbackRestoresTheModelsOfAllFiles() throws {
    note.title = "changed"
    context.delete(tally)
    context.insert(Note(title: "new"))
    context.rollback()
    #expect(!context.hasChanges)
    #expect(note.title == "base")
    #expect(!tally.isDeleted)
    try context.save()
    #expect(try files.storedNotes() == ["base 1"])
  }

  @Test func undoReachesTheFilesWithTheNextSave() throws {
    context.undoManager = UndoManager()
    note.title = "changed"
    context.delete(tally)
    try context.save()
    #expect(try files.storedNotes() == ["changed 1"])
    let key = tally.persistentModelID
    context.undoManager?.undo()
    #expect(note.title == "base")
    #expect(!tally.isDeleted)
    try context.save()
    #expect(try files.storedNotes() == ["base 1"])
    let again = try ModelContext(files.container()).fetch(FetchDescriptor<Tally>())
    #expect(again.map(\.amount) == [1])
    #expect(again.map(\.persistentModelID) == [key])
    context.undoManager?.redo()
    try context.save()
    #expect(try files.storedNotes() == ["changed 1"])
    #expect(try ModelContext(files.container()).fetchCount(FetchDescriptor<Tally>()) == 0)
  }

  @Test func undoAndRollbackWorkOverAJSONFile() throws {
    let context = ModelContext(try files.files.jsonContainer(Note.self))
    context.undoManager = UndoManager()
    let (kept, gone) = (Note(title: "kept"), Note(title: "gone"))
    context.insert(kept)
    context.insert(gone)
    try context.save()
    kept.title = "changed"
    context.delete(gone)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    let byTitle = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    let titles = { try ModelContext(files.files.jsonContainer(Note.self)).fetch(byTitle).map(\.title) }
    #expect(try titles() == ["gone", "kept"])
    #expect(kept.title == "kept" && !gone.isDeleted)
    kept.title = "again"
    context.delete(gone)
    context.rollback()
    #expect(try context.fetch(byTitle).map(\.title) == ["gone", "kept"])
    #expect(try titles() == ["gone", "kept"])
  }
}
