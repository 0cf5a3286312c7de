import Observation
import OpenSwiftData
import Testing

@Suite("What a model led to goes together with it")
struct VanishedFarEndTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let sheet: Sheet

  init() throws {
    container = try memoryContainer(Folder.self)
    let writer = ModelContext(container)
    let sheet = Sheet("sheet")
    sheet.labels = [Label("gone"), Label("kept")]
    sheet.folder = Folder("folder")
    writer.insert(sheet)
    try writer.save()
    context = ModelContext(container)
    self.sheet = try #require(try context.fetch(FetchDescriptor<Sheet>()).first)
  }

  private func deleteElsewhere() throws {
    let other = ModelContext(container)
    for folder in try other.fetch(FetchDescriptor<Folder>()) { other.delete(folder) }
    for label in try other.fetch(FetchDescriptor<Label>()) where label.name == "gone" { other.delete(label) }
    try other.save()
  }

  @Test func itLeadsToNoRowThatIsNotThere() throws {
    #expect(sheet.labels.map(\.name).sorted() == ["gone", "kept"])
    #expect(sheet.folder?.name == "folder")
    try deleteElsewhere()
    #expect(sheet.isDeleted)
    #expect(sheet.labels.map(\.name) == ["kept"])
    #expect(sheet.folder == nil)
  }

  @Test func whoeverObservesTheListIsTold() throws {
    let fired = Fired()
    withObservationTracking {
      for label in sheet.labels { _ = label.name }
    } onChange: {
      fired.note()
    }
    try deleteElsewhere()
    #expect(sheet.isDeleted)
    #expect(fired.count == 1)
  }

  @Test func whoeverObservesTheOneIsTold() throws {
    let fired = Fired()
    withObservationTracking {
      _ = sheet.folder?.name
    } onChange: {
      fired.note()
    }
    try deleteElsewhere()
    #expect(sheet.isDeleted)
    #expect(fired.count == 1)
  }

  @Test func theSameIsSoWhereTheyWereDeleted() throws {
    #expect(sheet.labels.count == 2)
    let labels = sheet.labels
    context.delete(sheet)
    for label in labels where label.name == "gone" { context.delete(label) }
    try context.save()
    #expect(sheet.isDeleted)
    #expect(sheet.labels.map(\.name) == ["kept"])
  }

  @Test func whoeverObservesTheListIsToldThatItComesBack() throws {
    context.undoManager = UndoManager()
    for label in sheet.labels where label.name == "gone" { context.delete(label) }
    context.delete(sheet)
    try context.save()
    let fired = Fired()
    withObservationTracking {
      #expect(sheet.labels.map(\.name) == ["kept"])
    } onChange: {
      fired.note()
    }
    context.undoManager?.undo()
    #expect(sheet.labels.map(\.name).sorted() == ["gone", "kept"])
    #expect(fired.count == 1)
  }
}
