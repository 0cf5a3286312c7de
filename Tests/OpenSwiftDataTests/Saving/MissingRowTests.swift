import OpenSwiftData
import Testing

@Suite("A save that leads to rows which others deleted")
struct MissingRowTests {
  let container: ModelContainer
  let context: ModelContext
  let folder: Folder
  let sheet: Sheet
  let label: Label

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    context = ModelContext(container)
    (folder, sheet, label) = (Folder("a"), Sheet("1"), Label("x"))
    for model in [folder, sheet, label] as [any PersistentModel] { context.insert(model) }
    try context.save()
  }

  /// Deletes the row of a model elsewhere, unseen by the context until it saves.
  private func deleteElsewhere<Model: PersistentModel>(_ model: Model) throws {
    let other = ModelContext(container)
    other.delete(try #require(try other.fetchModel(for: model.persistentModelID) as Model?))
    try other.save()
  }

  @Test func leavesNoReferenceInAnOptionalRelationship() throws {
    let new = Sheet("2")
    context.insert(new)
    new.folder = folder
    try deleteElsewhere(folder)
    try context.save()
    let reader = ModelContext(container)
    #expect(try reader.fetch(FetchDescriptor<Sheet>(predicate: #Predicate { $0.folder != nil })).isEmpty)
    #expect(try reader.fetchCount(FetchDescriptor<Sheet>()) == 2)
    #expect(new.folder == nil)
  }

  @Test func isRefusedWhereAModelIsNeeded() throws {
    let lock = Padlock(folder)
    context.insert(lock)
    try deleteElsewhere(folder)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(context.hasChanges)
    context.rollback()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Padlock>()) == 0)
  }

  @Test func leavesNoPairWithAMissingMember() throws {
    sheet.labels = [label]
    try deleteElsewhere(label)
    try context.save()
    #expect(sheet.labels.isEmpty)
    let read = try #require(try ModelContext(container).fetchModel(for: sheet.persistentModelID) as Sheet?)
    #expect(read.labels.isEmpty)
  }

  @Test func saysSoWhereConflictsAreErrors() throws {
    context.mergePolicy = .error
    label.sheets.append(sheet)
    try deleteElsewhere(label)
    #expect(throws: MergeConflict.self) { try context.save() }
    context.rollback()
    let read = try #require(try ModelContext(container).fetchModel(for: sheet.persistentModelID) as Sheet?)
    #expect(read.labels.isEmpty)
  }

  @Test(arguments: [MergePolicy.byProperty, .storeWins])
  func writesNoPairsOfAModelThatGoesAlong(_ policy: MergePolicy) throws {
    context.mergePolicy = policy
    label.sheets.append(sheet)
    try deleteElsewhere(label)
    try context.save()
    #expect(label.isDeleted)
    #expect(sheet.labels.isEmpty)
    let read = try #require(try ModelContext(container).fetchModel(for: sheet.persistentModelID) as Sheet?)
    #expect(read.labels.isEmpty)
  }
}
