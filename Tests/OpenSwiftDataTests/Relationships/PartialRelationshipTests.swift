import OpenSwiftData
import Testing

/// A fetch with `propertiesToFetch` leaves out foreign keys; changing them from either end must not need them in memory.
@Suite("Relationships of models that were fetched in part")
struct PartialRelationshipTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    let writer = ModelContext(container)
    for name in ["a", "b"] {
      let folder = Folder(name)
      folder.sheets = ["1", "2"].map { Sheet(name + $0) }
      for sheet in folder.sheets { sheet.cover = Cover("of \(sheet.title)") }
      writer.insert(folder)
    }
    try writer.save()
    context = ModelContext(container)
  }

  private func partialSheets() throws -> [Sheet] {
    var descriptor = FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title]
    return try context.fetch(descriptor)
  }

  private func partialCovers() throws -> [Cover] {
    var descriptor = FetchDescriptor<Cover>(sortBy: [SortDescriptor(\.colour)])
    descriptor.propertiesToFetch = [\.colour]
    return try context.fetch(descriptor)
  }

  private func folders(_ context: ModelContext) throws -> [Folder] {
    try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
  }

  /// What a fresh context reads.
  private func storedTitles() throws -> [[String]] {
    try folders(ModelContext(container)).map { $0.sheets.map(\.title) }
  }

  @Test(arguments: [MergePolicy.byProperty, .storeWins, .objectWins, .error])
  func aListThatIsEmptiedIsEmptyInTheStore(policy: MergePolicy) throws {
    context.mergePolicy = policy
    let sheets = try partialSheets()
    let folder = try folders(context)[0]
    folder.sheets = []
    try context.save()
    #expect(try storedTitles() == [[], ["b1", "b2"]])
    #expect(sheets[0].folder == nil)
    #expect(sheets[2].folder?.name == "b")
  }

  @Test(arguments: [MergePolicy.byProperty, .storeWins, .objectWins, .error])
  func aMemberThatIsAppendedElsewhereLeavesItsFormerList(policy: MergePolicy) throws {
    context.mergePolicy = policy
    let observing = ModelContext(container)
    let watched = try folders(observing)
    #expect(watched.map(\.sheets.count) == [2, 2])
    let sheets = try partialSheets()
    let folders = try folders(context)
    #expect(folders.map(\.sheets.count) == [2, 2])
    folders[1].sheets.append(sheets[0])
    #expect(folders.map { $0.sheets.map(\.title) } == [["a2"], ["b1", "b2", "a1"]])
    try context.save()
    #expect(try storedTitles() == [["a2"], ["b1", "b2", "a1"]])
    #expect(watched.map { $0.sheets.map(\.title) } == [["a2"], ["b1", "b2", "a1"]])
  }

  @Test func aMemberThatIsAppendedElsewhereLeavesAListThatNobodyReads() throws {
    let sheets = try partialSheets()
    let folders = try folders(context)
    folders[1].sheets.append(sheets[0])
    try context.save()
    #expect(folders[0].sheets.map(\.title) == ["a2"])
    #expect(try storedTitles() == [["a2"], ["b1", "b2", "a1"]])
  }

  @Test func aPartnerThatIsTakenAwayLosesItInTheStore() throws {
    let (sheets, covers) = (try partialSheets(), try partialCovers())
    sheets[1].cover = covers[0]
    #expect(sheets[0].cover == nil)
    #expect(covers[1].sheet == nil)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.map { $0.cover?.colour } == [nil, "of a1", "of b1", "of b2"])
    let colours = try ModelContext(container).fetch(FetchDescriptor<Cover>(sortBy: [SortDescriptor(\.colour)]))
    #expect(colours.map { $0.sheet?.title } == ["a2", nil, "b1", "b2"])
  }

  /// The partner that is displaced may not have been read at all.
  @Test func aPartnerThatIsDisplacedLosesItInTheStoreEvenIfItWasNeverRead() throws {
    let sheet = try #require(try partialSheets().first)
    let other = ModelContext(container)
    let identifiers = try other.fetchIdentifiers(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)]))
    let unread = try #require(context.model(for: identifiers[1]) as? Sheet)
    let cover = try #require(try partialCovers().dropFirst().first)
    sheet.cover = cover
    #expect(unread.cover == nil)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.map { $0.cover?.colour } == ["of a2", nil, "of b1", "of b2"])
  }

  /// The list changes from its other end while attributes of its owner were never read; the whole owner is written.
  @Test func theWholeOfAnOwnerCanBeWritten() throws {
    context.mergePolicy = .objectWins
    var descriptor = FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.parent]
    let folders = try context.fetch(descriptor)
    #expect(folders.map(\.sheets.count) == [2, 2])
    let sheet = try #require(try context.fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])).first)
    sheet.folder = folders[1]
    try context.save()
    #expect(try storedTitles() == [["a2"], ["b1", "b2", "a1"]])
    #expect(folders.map(\.name) == ["a", "b"])
  }

  @Test(arguments: [false, true]) func aPartnerLetsGoOfADeletedOneAtOnce(isSheet: Bool) throws {
    let (sheets, covers) = (try partialSheets(), try partialCovers())
    if isSheet { context.delete(sheets[0]) } else { context.delete(covers[0]) }
    #expect(isSheet ? covers[0].sheet == nil : sheets[0].cover == nil)
    #expect(isSheet ? covers[0].hasChanges : sheets[0].hasChanges)
    try context.save()
    #expect(isSheet ? covers[0].sheet == nil : sheets[0].cover == nil)
  }

  @Test func aDeletedOwnerLetsGoOfItsMembers() throws {
    let sheets = try partialSheets()
    let label = Label("x")
    context.insert(label)
    label.sheets = sheets
    for sheet in sheets { sheet.source = label }
    try context.save()
    let reader = ModelContext(container)
    var descriptor = FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title]
    let partial = try reader.fetch(descriptor)
    reader.delete(try #require(try reader.fetch(FetchDescriptor<Label>()).first))
    try reader.save()
    #expect(partial.map { $0.source == nil } == [true, true, true, true])
    #expect(partial.map(\.labels.count) == [0, 0, 0, 0])
  }
}
