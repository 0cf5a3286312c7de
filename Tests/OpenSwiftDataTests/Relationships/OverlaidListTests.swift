import OpenSwiftData
import Testing

@Suite("Lists that were read while changes at the other ends were pending")
struct OverlaidListTests {
  let container: ModelContainer
  let context: ModelContext
  let folder: Folder

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    let writer = ModelContext(container)
    writer.insert(Folder("a"))
    writer.insert(Folder("b"))
    try writer.save()
    context = ModelContext(container)
    folder = try #require(try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])).first)
  }

  private func pending(_ title: String) -> Sheet {
    let sheet = Sheet(title)
    context.insert(sheet)
    sheet.folder = folder
    return sheet
  }

  @Test func leadToTheRowsAfterTheSave() throws {
    let sheet = pending("1")
    #expect(folder.sheets.map(\.title) == ["1"])
    try context.save()
    #expect(folder.sheets.map(\.title) == ["1"])
    #expect(folder.sheets.first === sheet)
    #expect(folder.sheets.first?.persistentModelID == sheet.persistentModelID)
  }

  @Test func loseWhatIsRolledBack() throws {
    _ = pending("1")
    #expect(folder.sheets.count == 1)
    context.rollback()
    #expect(folder.sheets.isEmpty)
  }

  @Test func loseASheetWhoseMoveIsRolledBack() throws {
    let sheet = pending("1")
    try context.save()
    let reader = ModelContext(container)
    let folders = try reader.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    let moved = try #require(try reader.fetchModel(for: sheet.persistentModelID) as Sheet?)
    moved.folder = folders[1]
    #expect(folders[1].sheets.map(\.title) == ["1"])
    reader.rollback()
    #expect(folders[1].sheets.isEmpty)
    #expect(folders[0].sheets.map(\.title) == ["1"])
  }

  @Test func keepThePendingMemberWhenOthersAddTheirs() throws {
    let sheet = pending("ours")
    #expect(folder.sheets.count == 1)
    let other = ModelContext(container)
    let theirs = Sheet("theirs")
    other.insert(theirs)
    theirs.folder = try #require(try other.fetchModel(for: folder.persistentModelID) as Folder?)
    try other.save()
    #expect(Set(folder.sheets.map(\.title)) == ["ours", "theirs"])
    #expect(sheet.folder === folder)
    try context.save()
    #expect(Set(folder.sheets.map(\.title)) == ["ours", "theirs"])
  }

  @Test func giveEachMemberAPlaceOfItsOwn() throws {
    _ = pending("1")
    #expect(folder.sheets.map(\.title) == ["1"])
    folder.sheets.insert(Sheet("0"), at: 0)
    folder.sheets.append(Sheet("2"))
    try context.save()
    let reader = ModelContext(container)
    let read = try #require(try reader.fetchModel(for: folder.persistentModelID) as Folder?)
    #expect(read.sheets.map(\.title) == ["0", "1", "2"])
    let late = pending("3")
    #expect(folder.sheets.count == 4)
    folder.sheets.append(Sheet("4"))
    try context.save()
    #expect(late.folder === folder)
    let again = try #require(try ModelContext(container).fetchModel(for: folder.persistentModelID) as Folder?)
    #expect(again.sheets.map(\.title) == ["0", "1", "2", "3", "4"])
  }
}
