import Foundation
import OpenSwiftData
import Testing

/// A deletion by predicate concerns what matches when it is called; the context shows it at once, the store at the save.
@Suite("Deleting by predicate concerns the moment of the call")
struct BatchDeletionMomentTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Stamp.self)
    let writer = ModelContext(container)
    for index in 1...4 {
      let folder = Folder("\(index)")
      folder.sheets = (1...3).map { Sheet("\(index).\($0)") }
      folder.sheets[0].labels = [Label("label \(index)")]
      folder.sheets[0].sources = [Cover("\(index)")]
      writer.insert(folder)
    }
    try writer.save()
    context = ModelContext(container)
  }

  private let byName = [SortDescriptor(\Folder.name)]

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Folder>(sortBy: byName)).map(\.name)
  }

  private func storedNames() throws -> [String] { try names(ModelContext(container)) }

  // MARK: - What it concerns

  @Test func whatIsInsertedAfterwardsStays() throws {
    try context.delete(model: Folder.self)
    context.insert(Folder("new"))
    try context.save()
    #expect(try storedNames() == ["new"])
  }

  @Test func inATransactionToo() throws {
    for number in 1...2 {
      try context.transaction {
        try context.delete(model: Folder.self)
        for part in 1...3 { context.insert(Folder("\(number).\(part)")) }
      }
      #expect(try storedNames() == ["\(number).1", "\(number).2", "\(number).3"])
    }
    try context.exclusiveTransaction {
      try context.delete(model: Folder.self)
      context.insert(Folder("last"))
    }
    #expect(try storedNames() == ["last"])
  }

  @Test func whatIsPendingIsConcernedByTheValuesThatItHasNow() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>(sortBy: byName))
    folders[0].name = "gone 1"
    folders[1].name = "kept 2"
    let (added, kept) = (Folder("gone 5"), Folder("kept 6"))
    context.insert(added)
    context.insert(kept)
    try context.delete(model: Folder.self, where: #Predicate { $0.name.starts(with: "gone") || $0.name == "2" })
    #expect(folders.map(\.isDeleted) == [true, false, false, false])
    #expect(added.modelContext == nil)
    #expect(try names(context) == ["3", "4", "kept 2", "kept 6"])
    folders[2].name = "gone 3"
    try context.save()
    #expect(try storedNames() == ["4", "gone 3", "kept 2", "kept 6"])
  }

  @Test func whatOthersDoInBetweenIsNotConcerned() throws {
    try context.delete(model: Folder.self, where: #Predicate { $0.name < "3" })
    let other = ModelContext(container)
    let folders = try other.fetch(FetchDescriptor<Folder>(sortBy: byName))
    folders[0].name = "renamed"
    folders[3].name = "0"
    other.insert(Folder("00"))
    other.delete(folders[1])
    try other.save()
    try context.save()
    #expect(try storedNames() == ["0", "00", "3"])
    let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    let deleted = last.changes.filter { if case .delete = $0 { true } else { false } }
      .map(\.changedPersistentIdentifier).filter { $0.entityName == "Folder" }
    #expect(deleted == [folders[0].persistentModelID])
  }

  @Test func aNewModelMayHaveTheUniqueValueOfADoomedRow() throws {
    for code in ["a", "b"] { context.insert(Stamp(code, 1)) }
    try context.save()
    try context.delete(model: Stamp.self)
    context.insert(Stamp("a", 2))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Stamp>()).map(\.number) == [2])
  }

  @Test func nothingIsLoaded() throws {
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Folder>())
    try context.delete(model: Folder.self, where: #Predicate { $0.name < "3" })
    context.insert(Folder("new"))
    try context.delete(model: Folder.self, where: #Predicate { $0.name == "3" })
    for identifier in identifiers { #expect(context.registeredModel(for: identifier) as Folder? == nil) }
    try context.save()
    #expect(try storedNames() == ["4", "new"])
  }

  @Test func nothingThatMatchesIsNoChange() throws {
    try context.delete(model: Folder.self, where: #Predicate { $0.name == "none" })
    #expect(!context.hasChanges)
  }

  // MARK: - What shows it

  @Test(arguments: [false, true]) func everyFetchShowsItAtOnce(isRead: Bool) throws {
    let read = isRead ? try context.fetch(FetchDescriptor<Folder>(sortBy: byName)) : []
    try context.delete(model: Folder.self, where: #Predicate { $0.name < "3" })
    #expect(read.map(\.isDeleted) == (isRead ? [true, true, false, false] : []))
    var descriptor = FetchDescriptor<Folder>(sortBy: byName)
    #expect(try context.fetch(descriptor).map(\.name) == ["3", "4"])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(try context.fetchIdentifiers(descriptor).count == 2)
    #expect(try context.fetch(descriptor, batchSize: 1).map(\.name) == ["3", "4"])
    var seen: [String] = []
    try context.enumerate(descriptor) { seen.append($0.name) }
    #expect(seen == ["3", "4"])
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.name) == ["3"])
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.name) == ["4"])
    #expect(try context.fetchCount(descriptor) == 1)
    descriptor = FetchDescriptor(predicate: #Predicate { $0.name != "4" }, sortBy: byName)
    #expect(try context.fetch(descriptor).map(\.name) == ["3"])
    descriptor = FetchDescriptor(predicate: #Predicate { $0.hasOddName }, sortBy: byName)
    #expect(try context.fetch(descriptor).map(\.name) == ["3"])
    descriptor = FetchDescriptor(sortBy: byName)
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 4)
    #expect(try context.fetch(descriptor).count == 4)
    #expect(try storedNames() == ["1", "2", "3", "4"])
  }

  @Test(arguments: [false, true]) func lookUpsShowItAtOnce(isRead: Bool) throws {
    let read = isRead ? try context.fetch(FetchDescriptor<Folder>(sortBy: byName)) : []
    let identifier = try #require(
      try ModelContext(container).fetchIdentifiers(FetchDescriptor<Folder>(sortBy: byName)).first)
    try context.delete(model: Folder.self, where: #Predicate { $0.name == "1" })
    #expect(try context.fetchModel(for: identifier) as Folder? == nil)
    #expect((context.model(for: identifier) as? Folder)?.isDeleted == true)
    context.rollback()
    #expect((try context.fetchModel(for: identifier) as Folder?)?.name == "1")
    #expect(!read.contains { $0.isDeleted })
  }

  @Test(arguments: [false, true]) func relationshipsShowItAtOnce(isRead: Bool) throws {
    let folder = try #require(try context.fetch(FetchDescriptor<Folder>(sortBy: byName)).first)
    if isRead { #expect(folder.sheets.flatMap(\.labels).count == 1) }
    let label = try #require(
      try context.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.name == "label 1" })).first)
    try context.delete(model: Sheet.self, where: #Predicate { $0.title == "1.1" })
    #expect(folder.sheets.map(\.title) == ["1.2", "1.3"])
    #expect(label.sheets.isEmpty)
    let descriptor = FetchDescriptor<Folder>(
      predicate: #Predicate { $0.sheets.contains { $0.title.contains(".1") } }, sortBy: byName)
    #expect(try context.fetch(descriptor).map(\.name) == ["2", "3", "4"])
    try context.save()
    #expect(folder.sheets.map(\.title) == ["1.2", "1.3"])
    #expect(label.sheets.isEmpty)
    #expect(try context.fetch(descriptor).map(\.name) == ["2", "3", "4"])
  }

  @Test func aListWithoutAnInverseShowsItToo() throws {
    let sheet = try #require(
      try context.fetch(FetchDescriptor<Sheet>(predicate: #Predicate { $0.title == "1.1" })).first)
    #expect(sheet.sources.count == 1)
    try context.delete(model: Cover.self)
    #expect(sheet.sources.isEmpty)
    try context.save()
    #expect(sheet.sources.isEmpty)
  }

  // MARK: - What takes it back

  @Test func rollbackBringsEverythingBack() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>(sortBy: byName))
    #expect(folders[0].sheets.count == 3)
    try context.delete(model: Sheet.self)
    #expect(folders.map(\.sheets.count) == [0, 0, 0, 0])
    try context.delete(model: Folder.self)
    #expect(try names(context) == [])
    context.rollback()
    #expect(!context.hasChanges)
    #expect(try names(context) == ["1", "2", "3", "4"])
    #expect(folders.map(\.sheets.count) == [3, 3, 3, 3])
    #expect(folders.map(\.isDeleted) == [false, false, false, false])
    try context.save()
    #expect(try storedNames().count == 4)
  }

  @Test func aModelThatIsInsertedAgainStays() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>(sortBy: byName))
    try context.delete(model: Folder.self)
    context.insert(folders[1])
    #expect(try names(context) == ["2"])
    try context.save()
    #expect(try storedNames() == ["2"])
    #expect(folders[1].sheets.map(\.title) == ["2.1", "2.2", "2.3"])
  }

  @Test func afterAFailedSaveItIsStillThere() throws {
    let folder = try #require(try context.fetch(FetchDescriptor<Folder>(sortBy: byName)).first)
    let padlock = Padlock(folder)
    context.insert(padlock)
    try context.save()
    try context.delete(model: Folder.self)
    #expect(throws: SwiftDataError.deletionDenied) { try context.save() }
    #expect(try names(context) == [])
    context.delete(padlock)
    try context.save()
    #expect(try storedNames() == [])
  }
}

extension Folder {
  fileprivate var hasOddName: Bool { (Int(name) ?? 0) % 2 == 1 }
}

@Model private final class Stamp {
  @Attribute(.unique) var code: String
  var number: Int

  init(_ code: String, _ number: Int) {
    self.code = code
    self.number = number
  }
}
