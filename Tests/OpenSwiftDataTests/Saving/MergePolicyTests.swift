import Foundation
import OpenSwiftData
import Testing

@Suite("Where two sides changed the same")
struct MergePolicyTests {
  let container: ModelContainer
  let ours: ModelContext
  let theirs: ModelContext
  let note: Note

  init() throws {
    container = try memoryContainer(Note.self)
    (ours, theirs) = (ModelContext(container), ModelContext(container))
    note = Note(title: "base")
    note.count = 1
    ours.insert(note)
    try ours.save()
  }

  @Test(arguments: [MergePolicy.byProperty, .storeWins, .error])
  func changesOfDifferentPropertiesMeet(_ policy: MergePolicy) throws {
    ours.mergePolicy = policy
    note.count = 2
    try change { $0.title = "theirs" }
    try ours.save()
    #expect(try stored() == ["theirs 2"])
    #expect(note.title == "theirs")
  }

  @Test func byPropertyOursWins() throws {
    note.title = "ours"
    try change { $0.title = "theirs" }
    try ours.save()
    #expect(try stored() == ["ours 1"])
  }

  /// The list of one side is what references of the other side make of it.
  @Test func aListIsThatOfTheReferencesThatStayed() throws {
    let container = try memoryContainer(Folder.self)
    let (ours, theirs) = (ModelContext(container), ModelContext(container))
    let (mine, sheet) = (Folder("mine"), Sheet("sheet"))
    for model in [mine, Folder("yours")] { ours.insert(model) }
    ours.insert(sheet)
    try ours.save()
    ours.mergePolicy = .storeWins
    #expect(mine.sheets.isEmpty)
    sheet.folder = mine
    let yours = try theirs.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "yours" }))
    try theirs.fetch(FetchDescriptor<Sheet>()).first?.folder = yours.first
    try theirs.save()
    try ours.save()
    #expect(sheet.folder?.name == "yours")
    #expect(mine.sheets.isEmpty)
  }

  /// A model that has no row yet is not nothing.
  @Test func aReferenceToANewModelIsInConflictWithNone() throws {
    let container = try memoryContainer(Folder.self)
    let (ours, theirs) = (ModelContext(container), ModelContext(container))
    let sheet = Sheet("sheet")
    ours.insert(sheet)
    sheet.folder = Folder("base")
    try ours.save()
    ours.mergePolicy = .error
    sheet.folder = Folder("ours")
    try theirs.fetch(FetchDescriptor<Sheet>()).first?.folder = nil
    try theirs.save()
    #expect(throws: MergeConflict.self) { try ours.save() }
  }

  @Test func theStoreWinsPropertyByPropertyAndTheModelShowsIt() throws {
    ours.mergePolicy = .storeWins
    note.title = "ours"
    note.count = 2
    try change { $0.title = "theirs" }
    #expect(note.title == "ours")
    let (title, count) = (Fired(), Fired())
    withObservationTracking {
      _ = note.title
    } onChange: {
      title.note()
    }
    withObservationTracking {
      _ = note.count
    } onChange: {
      count.note()
    }
    try ours.save()
    #expect(title.count == 1, "who shows the title is told that it is theirs")
    #expect(count.count == 0, "the number is ours still")
    #expect(try stored() == ["theirs 2"])
    #expect(note.title == "theirs")
    #expect(!ours.hasChanges)
  }

  @Test func theObjectWinsAsAWhole() throws {
    ours.mergePolicy = .objectWins
    _ = note.title
    note.count = 2
    // What was seen last is what wins: theirs has not been merged before the save.
    try change { $0.subtitle = "theirs" }
    try ours.save()
    #expect(try stored() == ["base 2"])
    note.count = 3
    try change { $0.modelContext?.delete($0) }
    try ours.save()
    #expect(try stored() == ["base 3"])
    #expect(note.persistentModelID.primaryKey == 1)
  }

  @Test func aConflictIsATypedErrorAndNothingIsWritten() throws {
    ours.mergePolicy = .error
    let other = Note(title: "other")
    ours.insert(other)
    note.title = "ours"
    note.count = 5
    try change { $0.title = "theirs" }
    #expect { try ours.save() } throws: { error in
      let rows = (error as? MergeConflict)?.rows ?? []
      return rows.map(\.identifier) == [note.persistentModelID] && rows.map(\.propertyNames) == [["title"]]
    }
    #expect(try stored() == ["theirs 1"])
    #expect(note.title == "ours")
    ours.rollback()
    #expect(note.title == "theirs")
    note.title = "second attempt"
    try ours.save()
    #expect(try stored() == ["second attempt 1"])
  }

  @Test func theSameChangeOnBothSidesIsNoConflict() throws {
    ours.mergePolicy = .error
    note.title = "same"
    try change { $0.title = "same" }
    try ours.save()
    #expect(try stored() == ["same 1"])
  }

  @Test func aRowThatIsGone() throws {
    note.title = "ours"
    try change { $0.modelContext?.delete($0) }
    #expect(throws: SwiftDataError.rowGone) { try ours.save() }
    ours.mergePolicy = .error
    #expect { try ours.save() } throws: { ($0 as? MergeConflict)?.rows.map(\.propertyNames) == [[]] }
    ours.mergePolicy = .storeWins
    try ours.save()
    #expect(note.isDeleted)
    #expect(try stored() == [])
  }

  private func change(_ body: (Note) -> Void) throws {
    body(try #require(try theirs.fetch(FetchDescriptor<Note>()).first))
    try theirs.save()
  }

  private func stored() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>()).map { "\($0.title) \($0.count)" }
  }
}
