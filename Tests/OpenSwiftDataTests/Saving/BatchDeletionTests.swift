import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Deleting by predicate")
struct BatchDeletionTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    context = ModelContext(container)
    for index in 1...4 {
      let folder = Folder("\(index)")
      folder.sheets = (1...3).map { Sheet("\(index).\($0)") }
      folder.sheets[0].labels = [Label("label \(index)")]
      context.insert(folder)
    }
    try context.save()
  }

  @Test func happensWithTheNextSaveAndFollowsTheRules() throws {
    try context.delete(model: Folder.self, where: #Predicate { $0.name < "3" })
    #expect(context.hasChanges)
    #expect(try names() == ["1", "2", "3", "4"])
    try context.save()
    #expect(!context.hasChanges)
    #expect(try names() == ["3", "4"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sheet>()) == 6)
    let labels = try ModelContext(container).fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    #expect(labels.map(\.sheets.count) == [0, 0, 1, 1])
  }

  @Test func aListThatIsChangedInTheSameSaveHasNoneOfTheDeleted() throws {
    let first = try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))[0]
    #expect(first.sheets.count == 3)
    try context.delete(model: Sheet.self, where: #Predicate { $0.title == "1.1" })
    first.sheets.append(Sheet("new"))
    try context.save()
    #expect(first.sheets.map(\.title).sorted() == ["1.2", "1.3", "new"])
  }

  @Test func leavesAnUnsavedModelWithoutRelatedOnes() throws {
    let sheet = Sheet("unsaved")
    context.insert(sheet)
    (sheet.labels, sheet.sources, sheet.source) = ([Label("a")], [Cover("red")], Label("b"))
    try context.delete(model: Sheet.self, where: #Predicate { $0.title == "unsaved" })
    #expect(sheet.isDeleted)
    #expect(sheet.labels.isEmpty && sheet.sources.isEmpty && sheet.source == nil)
  }

  @Test func reachesModelsInEveryContext() throws {
    let other = ModelContext(container)
    let folders = try other.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    let label = try #require(
      try other.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.name == "label 1" })).first)
    #expect(label.sheets.count == 1)
    let mine = try context.fetch(FetchDescriptor<Sheet>(predicate: #Predicate { $0.title == "1.1" }))
    try context.delete(model: Folder.self, where: #Predicate { $0.name == "1" })
    try context.save()
    #expect(mine.map(\.isDeleted) == [true])
    #expect(folders.map(\.name) == ["1", "2", "3", "4"])
    #expect(folders.map(\.isDeleted) == [true, false, false, false])
    #expect(label.sheets.isEmpty)
  }

  @Test func seesWhatTheSameSaveWrites() throws {
    let folder = Folder("1")
    context.insert(folder)
    try context.delete(model: Folder.self, where: #Predicate { $0.name == "1" })
    try context.save()
    #expect(folder.isDeleted)
    #expect(try names() == ["2", "3", "4"])
  }

  @Test func canBeRolledBack() throws {
    try context.delete(model: Folder.self)
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
    #expect(try names().count == 4)
  }

  @Test func aRuleThatDeniesRefusesAllOfIt() throws {
    let folder = try #require(
      try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "2" })).first)
    context.insert(Padlock(folder))
    try context.save()
    try context.delete(model: Folder.self)
    #expect(throws: SwiftDataError.deletionDenied) { try context.save() }
    context.rollback()
    #expect(try names().count == 4)
  }

  @Test func predicatesThatSQLCannotSayWorkToo() throws {
    try context.delete(model: Sheet.self, where: #Predicate { $0.isSecond })
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sheet>()) == 8)
  }

  @Test func theHistoryNamesTheRowsInRuns() throws {
    let token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
    try context.delete(model: Sheet.self)
    try context.save()
    let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    #expect(last.token != token)
    let deletes = last.changes.filter { if case .delete = $0 { true } else { false } }
    #expect(deletes.count == 12)
  }

  private func names() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }
}

extension Sheet {
  fileprivate var isSecond: Bool { title.hasSuffix(".2") }
}
