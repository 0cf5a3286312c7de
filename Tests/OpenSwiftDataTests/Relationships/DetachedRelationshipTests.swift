import Observation
import OpenSwiftData
import Testing

@Suite("Relationships between models that are not inserted yet")
struct DetachedRelationshipTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self, Allotment.self, Orchard.self)
    context = ModelContext(container)
  }

  private func count<Model: PersistentModel>(_: Model.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Model>())
  }

  // MARK: - Either end inserts the other

  @Test func insertingAChildInsertsTheParentThatHasIt() throws {
    let sheet = Sheet("1")
    let folder = Folder("a")
    folder.sheets = [sheet, Sheet("2")]
    context.insert(sheet)
    #expect(folder.modelContext === context)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Folder>())
    #expect(stored.map { $0.sheets.map(\.title) } == [["1", "2"]])
  }

  @Test func insertingAParentInsertsTheChildrenThatLeadToIt() throws {
    let folder = Folder("a")
    for title in ["1", "2", "3"] { Sheet(title).folder = folder }
    context.insert(folder)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Folder>())
    #expect(stored.map { $0.sheets.map(\.title) } == [["1", "2", "3"]])
  }

  @Test func initialisersThatTakeTheOtherEndDoTheSame() throws {
    let bed = Bed()
    _ = Allotment("list", beds: [bed])
    context.insert(bed)
    let garden = Allotment("reference")
    _ = Bed(garden)
    context.insert(garden)
    try context.save()
    #expect(try count(Allotment.self) == 2)
    #expect(try count(Bed.self) == 2)
    #expect(bed.garden?.name == "list")
    #expect(garden.beds.count == 1)
  }

  @Test func anInitialiserThatMustHaveTheOtherEndTellsIt() throws {
    let tree = Tree()
    _ = Orchard("a", trees: [tree, Tree()])
    context.insert(tree)
    #expect(tree.orchard?.name == "a")
    try context.save()
    #expect(try count(Orchard.self) == 1)
    #expect(try count(Tree.self) == 2)
  }

  @Test func insertingALabelInsertsWhatItLabels() throws {
    let label = Label("x")
    let sheets = (1...3).map { Sheet("\($0)") }
    for sheet in sheets { sheet.labels = [label] }
    #expect(label.sheets.map(\.title) == ["1", "2", "3"])
    context.insert(label)
    try context.save()
    #expect(try count(Sheet.self) == 3)
    #expect(label.sheets.map(\.title) == ["1", "2", "3"])
  }

  @Test func insertingAPartnerInsertsTheOther() throws {
    let (sheet, cover) = (Sheet("1"), Cover("red"))
    sheet.cover = cover
    #expect(cover.sheet === sheet)
    context.insert(cover)
    try context.save()
    #expect(try count(Sheet.self) == 1)
    #expect(sheet.cover === cover)
  }

  @Test func aWholeGraphIsInsertedFromItsFarthestEnd() throws {
    let root = Folder("root")
    let child = Folder("child")
    root.children.append(child)
    let sheet = Sheet("1")
    child.sheets.append(sheet)
    let label = Label("x")
    label.sheets.append(sheet)
    context.insert(label)
    try context.save()
    #expect(try count(Folder.self) == 2)
    #expect(label.sheets.first?.folder?.parent?.name == "root")
  }

  // MARK: - Both ends agree

  @Test func bothEndsAgreeWhileNothingIsInserted() {
    let (folder, other) = (Folder("a"), Folder("b"))
    let (first, second) = (Sheet("1"), Sheet("2"))
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
    other.sheets = [first, second]
    other.sheets.reverse()
    #expect(other.sheets.map(\.title) == ["2", "1"])
    #expect(first.folder === other && second.folder === other)
    other.sheets = []
    #expect(first.folder == nil && second.folder == nil)
  }

  @Test func aPartnerHasOnePartner() {
    let (one, two, cover, other) = (Sheet("1"), Sheet("2"), Cover("red"), Cover("blue"))
    one.cover = cover
    two.cover = cover
    #expect(one.cover == nil)
    #expect(cover.sheet === two)
    other.sheet = two
    #expect(cover.sheet == nil)
    #expect(two.cover === other)
  }

  @Test func whatLeadsBackIsObserved() {
    let (folder, sheet, fired) = (Folder("a"), Sheet("1"), Fired())
    withObservationTracking {
      _ = sheet.folder
    } onChange: {
      fired.note()
    }
    folder.sheets.append(sheet)
    #expect(fired.count == 1)
  }

  @Test func aLongListGrowsFromItsOtherEnd() throws {
    let folder = Folder("a")
    let sheets = (0..<300).map { Sheet("\($0)") }
    for sheet in sheets { sheet.folder = folder }
    for sheet in sheets { sheet.folder = folder }
    #expect(folder.sheets.map(\.title) == sheets.map(\.title))
    sheets[100].folder = nil
    sheets[100].folder = folder
    #expect(folder.sheets.last === sheets[100])
    #expect(folder.sheets.count == 300)
    context.insert(sheets[5])
    try context.save()
    #expect(try count(Sheet.self) == 300)
    #expect(folder.sheets.last === sheets[100])
  }

  // MARK: - Letting go

  @Test func modelsThatWereInsertedAreFreedLater() throws {
    weak var folder: Folder?
    weak var sheet: Sheet?
    try {
      let context = ModelContext(container)
      let (newFolder, newSheet) = (Folder("a"), Sheet("1"))
      newSheet.folder = newFolder
      (folder, sheet) = (newFolder, newSheet)
      context.insert(newSheet)
      try context.save()
    }()
    #expect(folder == nil && sheet == nil)
  }

  @Test func modelsThatLeadNowhereAnyMoreAreFreed() {
    weak var folder: Folder?
    weak var sheet: Sheet?
    do {
      let (newFolder, newSheet) = (Folder("a"), Sheet("1"))
      newSheet.folder = newFolder
      (folder, sheet) = (newFolder, newSheet)
      newFolder.sheets = []
    }
    #expect(folder == nil && sheet == nil)
  }
}

@Model private final class Allotment {
  var name: String
  @Relationship(inverse: \Bed.garden) var beds: [Bed] = []

  init(_ name: String, beds: [Bed] = []) {
    self.name = name
    self.beds = beds
  }
}

@Model private final class Bed {
  var garden: Allotment?

  init(_ garden: Allotment? = nil) { self.garden = garden }
}

@Model private final class Orchard {
  var name: String
  @Relationship(inverse: \Tree.orchard) var trees: [Tree]

  init(_ name: String, trees: [Tree]) {
    self.name = name
    self.trees = trees
  }
}

@Model private final class Tree {
  var orchard: Orchard?

  init() {}
}
