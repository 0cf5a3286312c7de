import Foundation
import OpenSwiftData
import Testing

@Suite("A context's changes can be undone")
struct UndoTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try memoryContainer(
      Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self, Team.self, Player.self, Note.self)
    context = ModelContext(container)
    manager.groupsByEvent = false
    context.undoManager = manager
  }

  /// Runs the body as one group and checks that undo, redo, undo and redo lead to the states before and after it.
  private func check(saving: Bool = false, _ body: () throws -> Void) throws {
    let before = try GraphSnapshot(context)
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
    let after = try GraphSnapshot(context)
    #expect(before != after)
    if saving { try saveAndExpect(after) }
    for _ in 1...2 {
      manager.undo()
      #expect(try GraphSnapshot(context) == before)
      if saving { try saveAndExpect(before) }
      manager.redo()
      #expect(try GraphSnapshot(context) == after)
      if saving { try saveAndExpect(after) }
    }
  }

  private func saveAndExpect(_ snapshot: GraphSnapshot) throws {
    try context.save()
    #expect(try GraphSnapshot(ModelContext(container)) == snapshot)
  }

  private func insertGraph() throws -> (Folder, [Sheet]) {
    let folder = Folder("f")
    let sheets = ["a", "b", "c"].map { Sheet($0) }
    context.insert(folder)
    folder.sheets = sheets
    sheets[0].labels = [Label("x"), Label("y")]
    sheets[1].labels = sheets[0].labels
    sheets[0].cover = Cover("red")
    sheets[1].source = sheets[0].labels[0]
    sheets[2].sources = [Cover("blue"), Cover("green")]
    try context.save()
    return (folder, sheets)
  }

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

  @Test(arguments: [false, true]) func anInsertionIsUndone(saving: Bool) throws {
    _ = try insertGraph()
    try check(saving: saving) { context.insert(Sheet("new")) }
    try check(saving: saving) {
      let folder = Folder("g")
      folder.sheets = [Sheet("one"), Sheet("two")]
      context.insert(folder)
    }
  }

  @Test(arguments: [false, true]) func relationshipsAreUndoneAtBothEnds(saving: Bool) throws {
    let (folder, sheets) = try insertGraph()
    let other = Folder("g")
    context.insert(other)
    try check(saving: saving) { sheets[1].folder = other }
    try check(saving: saving) { other.sheets = [sheets[2], sheets[0]] }
    try check(saving: saving) { other.parent = folder }
    try check(saving: saving) { sheets[2].labels = sheets[0].labels.reversed() }
    try check(saving: saving) { sheets[1].cover = sheets[0].cover }
    try check(saving: saving) { sheets[1].source = nil }
    try check(saving: saving) { sheets[2].sources.swapAt(0, 1) }
  }

  @Test(arguments: [false, true]) func orderedListsAreUndone(saving: Bool) throws {
    let (folder, sheets) = try insertGraph()
    try check(saving: saving) { folder.sheets.reverse() }
    try check(saving: saving) { folder.sheets.remove(at: 1) }
    try check(saving: saving) { folder.sheets.insert(Sheet("new"), at: 1) }
    try check(saving: saving) { folder.sheets = [sheets[1]] }
  }

  @Test(arguments: [false, true]) func deletionsAreUndone(saving: Bool) throws {
    let (_, sheets) = try insertGraph()
    try check(saving: saving) { context.delete(sheets[1]) }
    let label = sheets[0].labels[0]
    try check(saving: saving) { context.delete(label) }
    let cover = try #require(sheets[2].sources.first)
    try check(saving: saving) { context.delete(cover) }
  }

  @Test(arguments: [false, true]) func deletionsThatTakeOthersAlongAreUndone(saving: Bool) throws {
    let (folder, _) = try insertGraph()
    let child = Folder("child")
    child.parent = folder
    child.sheets = [Sheet("d")]
    try context.save()
    try check(saving: saving) { context.delete(folder) }
  }

  @Test func aDeletedRowComesBackUnderItsKeyWithItsInstance() throws {
    let note = try context.save(note: "a")
    try context.save(note: "b")
    let id = note.persistentModelID
    note.subtitle = "words"
    note.bytes = Data([1, 2, 3])
    try context.save()
    context.delete(note)
    try context.save()
    #expect(note.isDeleted)
    manager.undo()
    #expect(!note.isDeleted && note.persistentModelID == id)
    let registered: Note? = context.registeredModel(for: id)
    #expect(registered === note)
    #expect(context.insertedModelsArray.count == 1)
    #expect(try context.fetch(FetchDescriptor<Note>(), batchSize: 1).map(\.title).sorted() == ["a", "b"])
    try context.save()
    let fresh = try #require(ModelContext(container).model(for: id) as? Note)
    #expect(fresh.title == "a" && fresh.subtitle == "words" && fresh.bytes == Data([1, 2, 3]))
    try context.save(note: "c")
    #expect(try context.fetchIdentifiers(FetchDescriptor<Note>()).map(\.primaryKey) == [1, 2, 3])
  }

  @Test func theIdentifierOfADeletedRowMayBeLookedUpBeforeItComesBack() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    let fault = try #require(context.model(for: note.persistentModelID) as? Note)
    manager.undo()
    #expect(fault.isDeleted && fault.title == "")
    let registered: Note? = context.registeredModel(for: note.persistentModelID)
    #expect(registered === note)
  }

  @Test func mergingDoesNotDeleteAModelThatIsComingBack() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    manager.undo()
    try ModelContext(container).save(note: "b")
    let other = ModelContext(container)
    for note in try other.fetch(FetchDescriptor<Note>()) { note.count += 1 }
    try other.save()
    context.processPendingChanges()
    #expect(!note.isDeleted)
    try context.save()
    #expect(try other.fetch(FetchDescriptor<Note>()).map(\.title).sorted() == ["a", "b"])
  }

  @Test func aRowThatCameBackOnlyForTheContextIsDeletedAgainByARollback() throws {
    let note = try context.save(note: "a")
    context.delete(note)
    try context.save()
    manager.undo()
    context.rollback()
    #expect(note.isDeleted && !context.hasChanges && note.title == "a")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func aModelThatWasNeverReadComesBackWithItsValues() throws {
    try ModelContext(container).save(note: "a")
    let id = try #require(try ModelContext(container).fetchIdentifiers(FetchDescriptor<Note>()).first)
    let note = try #require(context.model(for: id) as? Note)
    context.delete(note)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["a"])
  }

  @Test func theOrderOfAListThatNobodyReadIsRestored() throws {
    _ = try insertGraph()
    let before = try GraphSnapshot(ModelContext(container))
    let fresh = ModelContext(container)
    fresh.undoManager = manager
    let middle = #Predicate<Sheet> { $0.title == "b" }
    let sheet = try #require(try fresh.fetch(FetchDescriptor<Sheet>(predicate: middle)).first)
    sheet.folder = nil
    try fresh.save()
    manager.undo()
    try fresh.save()
    #expect(try GraphSnapshot(ModelContext(container)) == before)
    manager.beginUndoGrouping()
    fresh.delete(sheet)
    manager.endUndoGrouping()
    try fresh.save()
    manager.undo()
    try fresh.save()
    #expect(try GraphSnapshot(ModelContext(container)) == before)
  }

  @Test func undoingAListKeepsWhatOthersPutIn() throws {
    let (folder, sheets) = try insertGraph()
    folder.sheets.removeFirst()
    try context.save()
    let other = ModelContext(container)
    let theirs = Sheet("theirs")
    theirs.folder = try other.fetch(FetchDescriptor<Folder>()).first
    try other.save()
    context.processPendingChanges()
    manager.undo()
    #expect(folder.sheets.map(\.title) == ["a", "b", "c", "theirs"])
    #expect(sheets[0].folder === folder)
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

  @Test func mixedChangesAreOneStep() throws {
    let (folder, sheets) = try insertGraph()
    for saving in [false, true] {
      try check(saving: saving) {
        folder.name += "!"
        context.delete(sheets[saving ? 1 : 0])
        let new = Sheet("new \(saving)")
        new.labels = sheets[2].labels + [Label("fresh")]
        folder.sheets.insert(new, at: 0)
        new.title += "!"
        let passing = Sheet("passing")
        context.insert(passing)
        passing.folder = folder
        context.delete(passing)
      }
    }
  }

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

  @Test func disabledRegistrationIsRespected() throws {
    let note = try context.save(note: "a")
    manager.removeAllActions()
    manager.disableUndoRegistration()
    note.title = "b"
    context.delete(note)
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
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
