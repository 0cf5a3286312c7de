import OpenSwiftData
import Testing

/// What a context shows of the graph when another one saved, while changes of its own wait.
@Suite("Relationships that two contexts change")
struct MergedListTests {
  private let container: ModelContainer
  private let here: ModelContext
  private let elsewhere: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self)
    here = ModelContext(container)
    elsewhere = ModelContext(container)
  }

  private func there<Model: PersistentModel>(_ model: Model) throws -> Model {
    try #require(try elsewhere.fetchModel(for: model.persistentModelID) as Model?)
  }

  @Test func aListTakesInAMemberWhoseOwnListWasChangedHere() throws {
    let (label, first, second) = (Label("l"), Sheet("1"), Sheet("2"))
    for model in [first, second] { here.insert(model) }
    here.insert(label)
    try here.save()
    #expect(first.labels.isEmpty && label.sheets.isEmpty)
    second.labels = [label]
    try there(first).labels = [there(label)]
    try elsewhere.save()
    #expect(first.labels.map(\.name) == ["l"])
    #expect(Set(label.sheets.map(\.title)) == ["1", "2"])
    try here.save()
    #expect(Set(try there(label).sheets.map(\.title)) == ["1", "2"])
  }

  @Test func aListLosesAMemberWhoseOwnListWasChangedHere() throws {
    let (label, first, second) = (Label("l"), Sheet("1"), Sheet("2"))
    first.labels = [label]
    for model in [first, second] { here.insert(model) }
    try here.save()
    #expect(first.labels.count == 1 && label.sheets.count == 1)
    second.labels = [label]
    try there(first).labels = []
    try elsewhere.save()
    #expect(first.labels.isEmpty)
    #expect(label.sheets.map(\.title) == ["2"])
  }

  @Test func aOneWayListForgetsAMemberThatWasNeverSaved() throws {
    let (sheet, cover) = (Sheet("s"), Cover("red"))
    here.insert(sheet)
    try here.save()
    here.insert(cover)
    sheet.sources = [cover]
    here.delete(cover)
    #expect(sheet.sources.isEmpty)
    sheet.sources.append(Cover("blue"))
    #expect(sheet.sources.map(\.colour) == ["blue"])
    try here.save()
    #expect(try there(sheet).sources.map(\.colour) == ["blue"])
  }

  /// The first thing that a context does after others saved may be a deletion.
  @Test func aDeletionFollowsTheGraphAsItIsStored() throws {
    let (sheet, cover) = (Sheet("s"), Cover("red"))
    sheet.cover = cover
    here.insert(sheet)
    try here.save()
    #expect(cover.sheet === sheet)
    elsewhere.delete(try there(cover))
    try elsewhere.save()
    here.delete(sheet)
    try here.save()
    #expect(try elsewhere.fetchCount(FetchDescriptor<Sheet>()) == 0)
  }

  // A list that is read while a member's own end waits shows that change, which is no part of what is stored.

  @Test func aListThatShowsAnAdditionKeepsItAsItIsRearranged() throws {
    let (label, sheets) = (Label("l"), ["1", "2", "3"].map { Sheet($0) })
    for sheet in sheets { here.insert(sheet) }
    label.sheets = Array(sheets.prefix(2))
    try here.save()
    let (shown, added) = (try there(label), try there(sheets[2]))
    added.labels = [shown]
    #expect(shown.sheets.map(\.title) == ["1", "2", "3"])
    shown.sheets.reverse()
    sheets[0].labels = []
    try here.save()
    #expect(shown.sheets.map(\.title).sorted() == ["2", "3"])
    try elsewhere.save()
    #expect(label.sheets.map(\.title).sorted() == ["2", "3"])
  }

  @Test func aListThatShowsARemovalKeepsItAsItIsRearranged() throws {
    let (label, sheets) = (Label("l"), ["1", "2", "3", "4"].map { Sheet($0) })
    for sheet in sheets { here.insert(sheet) }
    label.sheets = Array(sheets.prefix(3))
    try here.save()
    let (shown, removed) = (try there(label), try there(sheets[0]))
    removed.labels = []
    #expect(shown.sheets.map(\.title) == ["2", "3"])
    shown.sheets.reverse()
    sheets[3].labels = [label]
    try here.save()
    #expect(shown.sheets.map(\.title).sorted() == ["2", "3", "4"])
    try elsewhere.save()
    #expect(label.sheets.map(\.title).sorted() == ["2", "3", "4"])
  }
}
