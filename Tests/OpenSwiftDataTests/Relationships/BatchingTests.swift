import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Relationships are read in batches")
struct BatchingTests {
  private static let owners = 50

  private let container: ModelContainer
  private let context: ModelContext
  private let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Folder.self)
    try Self.fill(container)
    context = ModelContext(container)
    try recorder.attach(to: container.store)
  }

  @Test func theFirstTouchOfAToManyRelationshipReadsItForAllOwners() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>())
    #expect(folders.count == Self.owners)
    recorder.clear()
    #expect(folders.map(\.sheets.count) == folders.map { _ in 3 })
    #expect(queries == 1)
  }

  @Test func theFirstTouchOfAToOneRelationshipReadsTheTargetsOfAll() throws {
    let sheets = try context.fetch(FetchDescriptor<Sheet>())
    #expect(sheets.count == 3 * Self.owners)
    recorder.clear()
    #expect(sheets.allSatisfy { sheet in sheet.folder.map { sheet.title.hasPrefix($0.name) } == true })
    #expect(queries == 1)
  }

  @Test func theFirstTouchOfAManyToManyRelationshipReadsItForAllOwners() throws {
    let sheets = try context.fetch(FetchDescriptor<Sheet>())
    recorder.clear()
    #expect(sheets.map(\.labels.count) == sheets.map { _ in 1 })
    #expect(queries == 1)
  }

  @Test func theFirstValueOfAMemberReadsTheValuesOfTheWholeList() throws {
    let folder = try #require(try context.fetch(FetchDescriptor<Folder>()).first)
    let sheets = folder.sheets
    recorder.clear()
    #expect(sheets.map(\.title) == (0..<3).map { "\(folder.name) \($0)" })
    #expect(queries == 1)
  }

  @Test func theFirstValueOfAMemberReadsTheValuesOfAllOwnersMembers() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>())
    recorder.clear()
    let titles = folders.flatMap { folder in folder.sheets.map(\.title) }
    #expect(titles == folders.flatMap { folder in (0..<3).map { "\(folder.name) \($0)" } })
    #expect(queries == 2, "one for the keys, one for the rows")
  }

  @Test func whatAListLedToAndIsGoneIsNotInIt() throws {
    let folders = try context.fetch(FetchDescriptor<Folder>())
    // All members are known as faults from now on.
    #expect(folders[0].sheets.count == 3 && folders[1].sheets.count == 3)
    let other = ModelContext(container)
    for sheet in try other.fetch(FetchDescriptor<Sheet>()) where sheet.title.hasSuffix(" 1") { other.delete(sheet) }
    try other.save()
    #expect(folders[1].sheets.map(\.title) == ["\(folders[1].name) 0", "\(folders[1].name) 2"])
    #expect(folders[2].sheets.count == 2)
  }

  @Test func aLongListThatOthersChangeIsReadWhenItIsAskedForOnly() throws {
    let label = try #require(try context.fetch(FetchDescriptor<Label>()).first)
    let other = ModelContext(container)
    for count in [300, 301] {
      let more = (label.sheets.count..<count).map { Sheet("more \($0)") }
      #expect(label.sheets.count == count - more.count)
      for sheet in more { other.insert(sheet) }
      let theirs = try #require(try other.fetch(FetchDescriptor<Label>()).first)
      theirs.sheets.append(contentsOf: more)
      try other.save()
      recorder.clear()
      #expect(label.name == "all")
      let reads = recorder.count { $0.hasPrefix("SELECT") && $0.contains("Label.sheets") }
      // A list of half as many is read along with its owner, so that its observers learn whether it differs.
      #expect(reads == (count == 300 ? 1 : 0))
      #expect(label.sheets.count == count)
    }
  }

  /// The statements since the recorder was cleared.
  private var queries: Int { recorder.count { $0.hasPrefix("SELECT") } }

  private static func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let label = Label("all")
    for index in 0..<owners {
      let folder = Folder("folder \(index)")
      folder.sheets = (0..<3).map { Sheet("folder \(index) \($0)") }
      for sheet in folder.sheets { sheet.labels = [label] }
      context.insert(folder)
    }
    try context.save()
  }
}
