import Foundation
import Observation
import OpenSwiftData
import Testing

@Suite("Relationships")
struct RelationshipTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    context = ModelContext(container)
  }

  // MARK: - In memory

  @Test func inversesAreKeptInMemoryBeforeAnySaveInBothDirections() {
    let (folder, other) = (Folder("a"), Folder("b"))
    let (first, second) = (Sheet("1"), Sheet("2"))
    context.insert(folder)
    context.insert(other)
    folder.sheets = [first, second]
    #expect(first.folder === folder)
    second.folder = other
    #expect(folder.sheets.map(\.title) == ["1"])
    #expect(other.sheets.map(\.title) == ["2"])
    other.sheets.append(first)
    #expect(folder.sheets.isEmpty)
    #expect(first.folder === other)
    first.folder = nil
    #expect(other.sheets.map(\.title) == ["2"])
  }

  @Test func insertingOneEndInsertsTheGraph() throws {
    let sheet = Sheet("1")
    let folder = Folder("a")
    folder.sheets = [sheet]
    sheet.labels = [Label("x"), Label("y")]
    context.insert(folder)
    #expect(context.insertedModelsArray.count == 4)
    #expect(sheet.folder === folder)
    #expect(sheet.labels.first?.sheets.first === sheet)
    let late = Sheet("2")
    folder.sheets.append(late)
    #expect(late.modelContext === context)
    let later = Cover("red")
    later.sheet = late
    #expect(later.modelContext === context)
    #expect(late.cover === later)
    try context.save()
    #expect(try count(Label.self) == 2)
    #expect(try count(Sheet.self) == 2)
  }

  @Test func aPartnerHasOnePartner() throws {
    let (one, two, cover) = (Sheet("1"), Sheet("2"), Cover("red"))
    context.insert(one)
    context.insert(two)
    one.cover = cover
    two.cover = cover
    #expect(one.cover == nil)
    #expect(cover.sheet === two)
    try context.save()
    let fresh = ModelContext(container)
    let covers = try fresh.fetch(FetchDescriptor<Cover>())
    #expect(covers.map { $0.sheet?.title } == ["2"])
    #expect(
      try fresh.fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])).map { $0.cover?.colour } == [
        nil, "red",
      ])
  }

  // MARK: - Stored

  @Test func aToManyRelationshipKeepsItsOrder() throws {
    let folder = Folder("a")
    folder.sheets = ["3", "1", "2"].map(Sheet.init)
    context.insert(folder)
    try context.save()
    #expect(try titles() == ["3", "1", "2"])
    folder.sheets.append(Sheet("0"))
    try context.save()
    #expect(try titles() == ["3", "1", "2", "0"])
    folder.sheets.swapAt(0, 3)
    try context.save()
    #expect(try titles() == ["0", "1", "2", "3"])
    let late = Sheet("9")
    let elsewhere = ModelContext(container)
    let same = try #require(try elsewhere.fetch(FetchDescriptor<Folder>()).first)
    late.folder = same
    try elsewhere.save()
    #expect(try titles() == ["0", "1", "2", "3", "9"])
    #expect(folder.sheets.map(\.title) == ["0", "1", "2", "3", "9"])
  }

  @Test func aMemberThatLeavesAndComesBackKeepsItsPlace() throws {
    let (folder, other) = (Folder("a"), Folder("b"))
    folder.sheets = ["1", "2"].map(Sheet.init)
    context.insert(folder)
    context.insert(other)
    try context.save()
    let first = folder.sheets[0]
    first.folder = other
    first.folder = folder
    folder.sheets = folder.sheets.reversed()
    try context.save()
    #expect(try titles() == ["1", "2"])
  }

  @Test func aNewModelThatIsDeletedBeforeTheSaveLeavesOneWayListsToo() throws {
    let (sheet, cover) = (Sheet("1"), Cover("red"))
    sheet.sources = [cover, Cover("blue")]
    sheet.source = Label("x")
    context.insert(sheet)
    context.delete(cover)
    if let label = sheet.source { context.delete(label) }
    try context.save()
    #expect(sheet.sources.map(\.colour) == ["blue"])
    let same = try #require(try ModelContext(container).fetch(FetchDescriptor<Sheet>()).first)
    #expect(same.sources.map(\.colour) == ["blue"])
    #expect(same.source == nil)
  }

  @Test func bothSidesOfManyToManyKeepTheirOrders() throws {
    let sheets = ["1", "2", "3"].map(Sheet.init)
    let labels = ["a", "b"].map(Label.init)
    for sheet in sheets { context.insert(sheet) }
    for label in labels { label.sheets = sheets.reversed() }
    try context.save()
    sheets[0].labels.swapAt(0, 1)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.map { $0.labels.map(\.name) } == [["b", "a"], ["a", "b"], ["a", "b"]])
    let tags = try fresh.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    #expect(tags.map { $0.sheets.map(\.title) } == [["3", "2", "1"], ["3", "2", "1"]])
  }

  @Test func oneWayRelationshipsAreStoredAndForgetDeletedModels() throws {
    let (sheet, label, cover) = (Sheet("1"), Label("x"), Cover("red"))
    sheet.source = label
    sheet.sources = [cover, Cover("blue")]
    context.insert(sheet)
    try context.save()
    let fresh = ModelContext(container)
    let same = try #require(try fresh.fetch(FetchDescriptor<Sheet>()).first)
    #expect(same.source?.name == "x")
    #expect(same.sources.map(\.colour) == ["red", "blue"])
    context.delete(label)
    context.delete(cover)
    try context.save()
    #expect(sheet.source == nil)
    #expect(sheet.sources.map(\.colour) == ["blue"])
    #expect(same.source == nil)
    #expect(same.sources.map(\.colour) == ["blue"])
  }

  @Test func aTreeOfItselfIsStored() throws {
    let root = Folder("root")
    let child = Folder("child")
    root.children = [child]
    child.children = [Folder("leaf")]
    context.insert(root)
    try context.save()
    let fresh = ModelContext(container)
    let leaf = try #require(try fresh.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "leaf" })).first)
    #expect(leaf.parent?.parent?.name == "root")
    #expect(leaf.parent?.parent?.parent == nil)
  }

  // MARK: - Delete rules

  @Test func cascadeDeletesTheRestOfTheGraph() throws {
    let root = Folder("root")
    let child = Folder("child")
    root.children = [child]
    child.sheets = [Sheet("1"), Sheet("2")]
    context.insert(root)
    try context.save()
    context.delete(root)
    #expect(context.deletedModelsArray.count == 4)
    try context.save()
    #expect(try count(Folder.self) == 0)
    #expect(try count(Sheet.self) == 0)
  }

  @Test func cascadeFollowsRowsThatOthersAdded() throws {
    let folder = Folder("a")
    context.insert(folder)
    try context.save()
    #expect(folder.sheets.isEmpty)
    context.delete(folder)
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Folder>()).first)
    same.sheets = [Sheet("late")]
    try other.save()
    try context.save()
    #expect(try count(Sheet.self) == 0)
  }

  @Test func nullifyLetsTheOtherEndForget() throws {
    let (sheet, label) = (Sheet("1"), Label("x"))
    sheet.labels = [label]
    context.insert(sheet)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Label>()).first)
    #expect(same.sheets.count == 1)
    context.delete(sheet)
    #expect(label.sheets.isEmpty)
    try context.save()
    #expect(same.sheets.isEmpty)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Label>()).map(\.sheets.count) == [0])
  }

  @Test func denyRefusesADeletionWithATypedErrorAndKeepsEverything() throws {
    let folder = Folder("a")
    let lock = Padlock(folder)
    context.insert(lock)
    try context.save()
    #expect(folder.locks.count == 1)
    context.delete(folder)
    #expect(throws: SwiftDataError.deletionDenied) { try context.save() }
    context.rollback()
    #expect(try count(Folder.self) == 1)
    #expect(lock.folder === folder)
    context.delete(lock)
    context.delete(folder)
    try context.save()
    #expect(try count(Folder.self) == 0)
  }

  @Test func noActionLeavesTheOtherEndAlone() throws {
    let player = Player("p")
    let team = Team([player])
    context.insert(team)
    try context.save()
    context.delete(team)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Player>()).map { $0.team == nil } == [true])
    #expect(try fresh.fetchCount(FetchDescriptor<Player>()) == 1)
  }

  @Test func aRequiredModelCannotBeTakenAway() throws {
    let lock = Padlock(Folder("a"))
    context.insert(lock)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Padlock>()).first)
    #expect(same.folder.name == "a")
  }

  @Test(arguments: [0, 4]) func tooFewOrTooManyModelsAreRefused(count: Int) throws {
    context.insert(Team((0..<count).map { Player("\($0)") }))
    #expect(throws: SwiftDataError.relationshipCount) { try context.save() }
    context.rollback()
    context.insert(Team([Player("a")]))
    try context.save()
  }

  // MARK: - Rollback, merging, observation

  @Test func rollbackRestoresBothEnds() throws {
    let (folder, other, sheet) = (Folder("a"), Folder("b"), Sheet("1"))
    folder.sheets = [sheet]
    context.insert(folder)
    context.insert(other)
    try context.save()
    sheet.folder = other
    other.sheets.append(Sheet("new"))
    context.delete(sheet)
    context.rollback()
    #expect(sheet.folder === folder)
    #expect(folder.sheets.map(\.title) == ["1"])
    #expect(other.sheets.isEmpty)
    #expect(!context.hasChanges)
  }

  @Test func aListChangedByAnotherContextReachesItsObservers() throws {
    let folder = Folder("a")
    context.insert(folder)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Folder>()).first)
    #expect(same.sheets.isEmpty)
    folder.sheets.append(Sheet("1"))
    try context.save()
    #expect(same.sheets.map(\.title) == ["1"])
    let fired = Fired()
    withObservationTracking {
      _ = same.sheets
    } onChange: {
      fired.note()
    }
    folder.sheets.append(Sheet("2"))
    try context.save()
    other.processPendingChanges()
    #expect(fired.count == 1)
    #expect(same.sheets.map(\.title) == ["1", "2"])
  }

  @Test func unsavedAdditionsAndForeignOnesMeetInOneList() throws {
    let label = Label("x")
    context.insert(label)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Label>()).first)
    same.sheets.append(Sheet("theirs"))
    label.sheets.append(Sheet("ours"))
    try other.save()
    try context.save()
    #expect(label.sheets.map(\.title) == ["theirs", "ours"])
    #expect(same.sheets.map(\.title) == ["theirs", "ours"])
  }

  @Test func observersOfBothEndsAreTold() {
    let (folder, sheet) = (Folder("a"), Sheet("1"))
    context.insert(folder)
    context.insert(sheet)
    let fired = Fired()
    withObservationTracking {
      _ = folder.sheets
    } onChange: {
      fired.note()
    }
    withObservationTracking {
      _ = sheet.folder
    } onChange: {
      fired.note()
    }
    sheet.folder = folder
    #expect(fired.count == 2)
  }

  // MARK: - Memory

  @Test func graphsThatNobodyUsesAreFreed() throws {
    do {
      for index in 0..<40 {
        let folder = Folder("\(index)")
        folder.sheets = (0..<50).map { Sheet("\($0)") }
        context.insert(folder)
      }
      try context.save()
    }
    weak var weakSheet: Sheet?
    weak var weakFolder: Folder?
    let fresh = ModelContext(container)
    do {
      let folders = try fresh.fetch(FetchDescriptor<Folder>())
      weakFolder = folders[0]
      weakSheet = folders[0].sheets[3]
      #expect(weakSheet != nil)
      #expect(weakSheet?.folder === weakFolder)
    }
    #expect(weakSheet != nil)
    for folder in try fresh.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name != "0" })) {
      _ = folder.sheets.count
    }
    #expect(weakSheet == nil)
    #expect(weakFolder == nil)
  }

  @Test func theFarEndOfARelationshipStaysWhileTheNearEndIsInUse() throws {
    let sheet = Sheet("1")
    sheet.folder = Folder("a")
    context.insert(sheet)
    try context.save()
    let fresh = ModelContext(container)
    let same = try #require(try fresh.fetch(FetchDescriptor<Sheet>()).first)
    weak let folder = same.folder
    #expect(folder != nil)
    for _ in 0..<3000 { fresh.insert(Sheet("x")) }
    for inserted in try fresh.fetch(FetchDescriptor<Sheet>()) where inserted !== same { inserted.folder = Folder("y") }
    try fresh.save()
    #expect(folder != nil)
    #expect(same.folder === folder)
  }

  private func titles() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Folder>()).flatMap { $0.sheets.map(\.title) }
  }

  private func count<Model: PersistentModel>(_: Model.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Model>())
  }
}
