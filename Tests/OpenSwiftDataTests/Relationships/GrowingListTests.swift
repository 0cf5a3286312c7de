import Foundation
import Testing

@testable import OpenSwiftData

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
    #expect(label.sheets.map(\.title) == (0..<200).map { "\($0)" })
    sheets[7].labels = [other]
    #expect(label.sheets.count == 199)
    sheets[7].labels = [other, label]
    sheets[8].labels = [other, label]
    #expect(label.sheets.map(\.title).suffix(2) == ["199", "7"])
    #expect(other.sheets.map(\.title) == (0..<200).map { "\($0)" })
    label.sheets.removeLast(150)
    sheets[199].labels.append(label)
    let kept: [String] = (0..<51).filter { $0 != 7 }.map { "\($0)" } + ["199"]
    #expect(label.sheets.map(\.title) == kept)
    try context.save()
    let labels = try ModelContext(container).fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    func titles(_ labels: [Label]) -> [Set<String>] { labels.map { Set($0.sheets.map(\.title)) } }
    #expect(titles(labels) == titles([label, other]))
  }

  @Test func aListThatGetsOneModelAfterAnotherIsKeptAtHand() throws {
    let label = Label("x")
    context.insert(label)
    let sheets = (0..<500).map { Sheet("\($0)") }
    for sheet in sheets { label.sheets.append(sheet) }
    #expect(context.pending.appendedList.count == 500)
    #expect(label.sheets.map(\.title) == sheets.map(\.title))
    #expect(sheets[499].labels.first === label)
    try context.save()
    #expect(context.pending.appendedList.count == nil)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Label>())
    #expect(stored.map { $0.sheets.map(\.title) } == [sheets.map(\.title)])
  }

  @Test func soIsOneWhoseInverseOthersShare() throws {
    let context = ModelContext(try memoryContainer(Garden.self))
    let (garden, other) = (Garden("one"), Garden("two"))
    for garden in [garden, other] { context.insert(garden) }
    let bushes = (0..<300).map { Bush("\($0)") }
    for bush in bushes[..<200] { garden.trailing.append(bush) }
    let growing = try #require(garden._$record.growingList)
    for bush in bushes[200...] { garden.trailing.append(bush) }
    // The keys were not gathered again for each model.
    #expect(garden._$record.growingList === growing && context.pending.appendedList.count == 300)
    #expect(bushes.allSatisfy { $0.garden === garden })
    other.trailing.append(bushes[7])
    #expect(garden.trailing.count == 299 && bushes[7].garden === other)
    for bush in bushes[..<200] { bush.garden = other }
    #expect(garden.trailing.map(\.name) == bushes[200...].map(\.name))
    #expect(other.leading.count == 199 && other.trailing.map(\.name) == ["7"])
    try context.save()
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)]))
    #expect(stored.map { $0.trailing.map(\.name) } == [bushes[200...].map(\.name), ["7"]])
    #expect(stored[1].leading.map(\.name) == (bushes[..<7] + bushes[8..<200]).map(\.name))
  }

  /// Whatever happens between two `append`, the list is what an array would be.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whateverElseHappensTheListIsRight(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (label, other) = (Label("x"), Label("y"))
    context.insert(label)
    context.insert(other)
    label.sheets = (0..<80).map { Sheet("first \($0)") }
    var expected = label.sheets
    for step in 0..<600 {
      let member = expected.randomElement(using: &generator)
      switch Int.random(in: 0..<24, using: &generator) {
      case 0: if let member { other.sheets.append(member) }
      case 1:
        if let member { member.labels = member.labels.filter { $0 !== label } }
        expected.removeAll { $0 === member }
      case 2:
        if let member { context.delete(member) }
        expected.removeAll { $0 === member }
      case 3: if let member { label.sheets.append(member) }
      case 4:
        label.sheets.swapAt(0, 5)
        expected.swapAt(0, 5)
      case 5:
        let sheet = Sheet("linked \(step)")
        sheet.labels = [label]
        expected.append(sheet)
      case 6:
        label.sheets[3] = Sheet("replaced \(step)")
        expected[3] = label.sheets[3]
      case 7 where step % 3 == 0: try context.save()
      case 8 where step % 3 == 0:
        try context.save()
        label.sheets.append(Sheet("rolled back \(step)"))
        context.rollback()
      case 9: #expect(label.sheets.map(\.title) == expected.map(\.title), "seed \(seed), step \(step)")
      default:
        let sheet = Sheet("appended \(step)")
        label.sheets.append(sheet)
        expected.append(sheet)
      }
      #expect(expected.last?.labels.contains { $0 === label } == true)
    }
    #expect(label.sheets.map(\.title) == expected.map(\.title), "seed \(seed)")
    try context.save()
    let descriptor = FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)])
    let stored = try #require(try ModelContext(container).fetch(descriptor).first)
    #expect(stored.sheets.map(\.title) == expected.map(\.title), "seed \(seed)")
  }
}
