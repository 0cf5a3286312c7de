import Foundation
import OpenSwiftData
import Testing

@Suite("Lists to which many models are linked")
struct GrowingListTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    context = ModelContext(container)
  }

  @Test(arguments: [false, true], [false, true])
  func aListToWhichManyAreLinkedOneAfterAnotherHasEachOnceAndInOrder(_ isSaved: Bool, _ canUndo: Bool) throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    if canUndo { context.undoManager = manager }
    let (label, other) = (Label("x"), Label("y"))
    context.insert(label)
    context.insert(other)
    if isSaved { try context.save() }
    let sheets = (0..<200).map { Sheet("\($0)") }
    for sheet in sheets {
      context.insert(sheet)
      sheet.labels = [label, other]
    }
    #expect(label.sheets.map(\.title) == (0..<200).map(String.init))
    sheets[7].labels = [other]
    #expect(label.sheets.count == 199)
    sheets[7].labels = [other, label]
    sheets[8].labels = [other, label]
    #expect(label.sheets.map(\.title).suffix(2) == ["199", "7"])
    #expect(other.sheets.map(\.title) == (0..<200).map(String.init))
    label.sheets.removeLast(150)
    sheets[199].labels.append(label)
    #expect(label.sheets.map(\.title) == (0..<51).filter { $0 != 7 }.map(String.init) + ["199"])
    try context.save()
    let labels = try ModelContext(container).fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    #expect(labels.map { Set($0.sheets.map(\.title)) } == [label, other].map { Set($0.sheets.map(\.title)) })
  }
}
