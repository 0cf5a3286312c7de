import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Counts are followed row by row")
@MainActor
struct FollowedCountTests {
  let container: ModelContainer
  let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
  }

  private func save(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  private func sheets(_ context: ModelContext) throws -> [Sheet] { try context.fetch(FetchDescriptor<Sheet>()) }

  /// The first reading marks the rows; from then on only the changed ones are looked up.
  @Test func rowsThatDidNotChangeAreNotReadAgain() async throws {
    try save { context in for number in 0..<20 { context.insert(Sheet("\(number % 2)")) } }
    try recorder.attach(to: container.store)
    let isOdd = #Predicate<Sheet> { $0.title == "1" }
    let observer = try AggregateObserver(.count, where: isOdd, modelContext: container.mainContext)
    try await waitUntil("the first count") { observer.value == 10 }
    for number in 1...8 {
      try save { context in try #require(sheets(context).first { $0.title == "0" }).title = "1" }
      try await waitUntil("change \(number)") { observer.value == 10 + number }
    }
    let readings = recorder.count {
      $0.hasPrefix("SELECT count(*) FROM \"Sheet\"") || $0.hasPrefix("SELECT t0.id FROM")
    }
    #expect(readings == 1)
    try save { context in for sheet in try sheets(context) { context.delete(sheet) } }
    try await waitUntil("all are gone") { observer.value == 0 }
  }

  /// What a row referred to before it was redirected or deleted is not known: then all are read.
  @Test func countsOfARelationshipAreReadAnewOnlyWhereItChanged() async throws {
    try save { context in
      let folder = Folder("a")
      for number in 0..<20 {
        let sheet = Sheet("\(number)")
        context.insert(sheet)
        sheet.folder = folder
      }
    }
    try recorder.attach(to: container.store)
    let isOpen = #Predicate<Sheet> { $0.title != "" }
    let observer = try AggregateObserver(countsBy: \Sheet.folder, where: isOpen, modelContext: container.mainContext)
    try await waitUntil("the first counts") { observer.value?.values.map(\.self) == [20] }
    for number in 1...6 {
      try save { context in try #require(sheets(context).first { $0.title != "" }).title = "" }
      try await waitUntil("change \(number)") { observer.value?.values.map(\.self) == [20 - number] }
    }
    let readings = { recorder.count { $0.hasPrefix("SELECT t0.id, t0.\"folder\"") && !$0.contains("BETWEEN") } }
    #expect(readings() == 1)
    try save { context in try #require(sheets(context).first { $0.title != "" }).folder = Folder("b") }
    try await waitUntil("one has another folder") { observer.value?.values.sorted() == [1, 13] }
    #expect(readings() == 2)
  }

  /// A row that another program has moved meanwhile leaves the list where it is, not the one where it was read.
  @Test func theListThatARowLeavesIsNamedWhateverTheWriterKnew() async throws {
    let store = try TemporaryStore()
    let (mine, theirs) = (try store.container(Folder.self), try store.container(Folder.self))
    let context = ModelContext(mine)
    let folders = (0..<3).map { Folder("\($0)") }
    let sheet = Sheet("a")
    folders.forEach(context.insert)
    sheet.folder = folders[0]
    try context.save()
    let hasSheets = #Predicate<Folder> { folder in folder.sheets.contains { $0.title == "a" } }
    let observer = try ResultsObserver<Folder, Never>(
      filterBy: hasSheets, sortBy: [SortDescriptor(\.name)], modelContext: theirs.mainContext)
    let shown = { observer.results.map(\.name) }
    try await waitUntil("the first folder has it") { shown() == ["0"] }
    let other = ModelContext(theirs)
    let moved = try #require(try other.fetch(FetchDescriptor<Sheet>()).first)
    moved.folder = try other.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "1" })).first
    try other.save()
    try await waitUntil("the second folder has it") { shown() == ["1"] }
    // Does not know yet of the second one.
    sheet.folder = folders[2]
    try context.save()
    try await waitUntil("only the third folder has it") { shown() == ["2"] }
  }

  @Test func aRowThatIsGoneCountsNoMoreThoughOthersStillReferToIt() async throws {
    let container = try memoryContainer(Team.self, Player.self)
    let context = ModelContext(container)
    let team = Team([Player("a"), Player("b")])
    context.insert(team)
    try context.save()
    let isNamed = #Predicate<Player> { $0.name > "" }
    let observer = try AggregateObserver(countsBy: \Player.team, where: isNamed, modelContext: container.mainContext)
    try await waitUntil("the first counts") { observer.value?.values.map(\.self) == [2] }
    team.players[0].name = "c"
    try context.save()
    context.delete(team)
    try context.save()
    try await waitUntil("nobody has a team") { observer.value == [:] }
    for player in try context.fetch(FetchDescriptor<Player>()) { player.name += "!" }
    try context.save()
    try await waitUntil("still nobody has a team") { observer.value == [:] }
  }

  @Test(arguments: 0..<3)
  func afterAnyChangesTheySayWhatCountingAnewWould(_ run: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("run \(run) seed \(seed)")
    var walk = try CountWalk(container, seed: seed)
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...3, using: &walk.random) { try walk.change() }
      let expected = try walk.counted()
      try await waitUntil("round \(round) of seed \(seed)") { walk.followed == expected }
    }
  }
}

/// Random changes of sheets, with counts that follow them.
@MainActor
private struct CountWalk {
  var random: SeededGenerator
  private let container: ModelContainer
  private let folders: [PersistentIdentifier]
  private var labels: [PersistentIdentifier]
  private let all: AggregateObserver<Int>
  private let matching: AggregateObserver<Int>
  private let byFolder: AggregateObserver<[PersistentIdentifier: Int]>
  private let byLabel: AggregateObserver<[PersistentIdentifier: Int]>
  /// Of conditions about other rows than those that are counted.
  private let related: [AggregateObserver<Int>]
  private let relatedByFolder: AggregateObserver<[PersistentIdentifier: Int]>
  private let earlyLabels: AggregateObserver<Int>
  private let listed: ResultsObserver<Sheet, Never>

  private static let isOpen = #Predicate<Sheet> { $0.title > "2" }
  private static let aboutOthers: [Predicate<Sheet>] = [
    #Predicate { sheet in sheet.labels.contains { $0.name > "1" } },
    #Predicate { sheet in !sheet.labels.contains { $0.name > "1" } && sheet.title < "4" },
    #Predicate { $0.folder?.name == "1" },
    #Predicate { $0.cover?.colour == "1" },
    #Predicate { $0.folder?.parent?.name == "1" },
    #Predicate { sheet in
      if let folder = sheet.folder { !folder.sheets.contains { $0.title < "1" } } else { false }
    },
    #Predicate { sheet in sheet.labels.contains { label in label.sheets.contains { $0.folder?.name == "1" } } },
  ]
  private static let hasEarlySheets = #Predicate<Label> { label in label.sheets.contains { $0.title < "3" } }

  init(_ container: ModelContainer, seed: UInt64) throws {
    self.container = container
    random = SeededGenerator(seed: seed)
    let context = ModelContext(container)
    let (folders, labels) = ((0..<3).map { Folder("\($0)") }, (0..<4).map { Label("\($0)") })
    folders.forEach(context.insert)
    labels.forEach(context.insert)
    try context.save()
    (self.folders, self.labels) = (folders.map(\.persistentModelID), labels.map(\.persistentModelID))
    let main = container.mainContext
    all = try AggregateObserver(Aggregate<Sheet, Int>.count, modelContext: main)
    matching = try AggregateObserver(.count, where: Self.isOpen, modelContext: main)
    byFolder = try AggregateObserver(countsBy: \Sheet.folder, where: Self.isOpen, modelContext: main)
    byLabel = try AggregateObserver(countsBy: \Sheet.labels, where: Self.isOpen, modelContext: main)
    related = try Self.aboutOthers.map { try AggregateObserver(.count, where: $0, modelContext: main) }
    relatedByFolder = try AggregateObserver(
      countsBy: \Sheet.folder, where: Self.aboutOthers[0], modelContext: main)
    earlyLabels = try AggregateObserver(.count, where: Self.hasEarlySheets, modelContext: main)
    listed = try ResultsObserver(
      filterBy: Self.aboutOthers[1], sortBy: [SortDescriptor(\.title, comparator: .lexical)], modelContext: main)
  }

  struct Counts: Equatable {
    let all: Int?
    let matching: Int?
    let byFolder: [PersistentIdentifier: Int]?
    let byLabel: [PersistentIdentifier: Int]?
    let related: [Int?]
    let relatedByFolder: [PersistentIdentifier: Int]?
    let labels: Int?
    let listed: [PersistentIdentifier]
  }

  var followed: Counts {
    Counts(
      all: all.value, matching: matching.value, byFolder: byFolder.value, byLabel: byLabel.value,
      related: related.map(\.value), relatedByFolder: relatedByFolder.value, labels: earlyLabels.value,
      listed: listed.results.map(\.persistentModelID))
  }

  func counted() throws -> Counts {
    let context = ModelContext(container)
    return Counts(
      all: try context.fetchCount(FetchDescriptor<Sheet>()),
      matching: try context.fetchCount(FetchDescriptor(predicate: Self.isOpen)),
      byFolder: try context.fetchCounts(by: \Sheet.folder, where: Self.isOpen),
      byLabel: try context.fetchCounts(by: \Sheet.labels, where: Self.isOpen),
      related: try Self.aboutOthers.map { try context.fetchCount(FetchDescriptor(predicate: $0)) },
      relatedByFolder: try context.fetchCounts(by: \Sheet.folder, where: Self.aboutOthers[0]),
      labels: try context.fetchCount(FetchDescriptor(predicate: Self.hasEarlySheets)),
      listed: try context.fetch(
        FetchDescriptor(predicate: Self.aboutOthers[1], sortBy: [SortDescriptor(\.title, comparator: .lexical)])
      ).map(\.persistentModelID))
  }

  mutating func change() throws {
    let context = ModelContext(container)
    let sheets = try context.fetch(FetchDescriptor<Sheet>())
    switch Int.random(in: 0..<14, using: &random) {
    case 8, 9: try someLabels(context).first?.name = "\(Int.random(in: 0...3, using: &random))"
    case 10: try folder(context)?.name = "\(Int.random(in: 0...2, using: &random))"
    case 11: try someLabels(context).first?.sheets = sheets.filter { _ in Bool.random(using: &random) }
    case 12:
      guard let sheet = sheets.randomElement(using: &random) else { break }
      if let cover = sheet.cover, Bool.random(using: &random) { context.delete(cover) }
      sheet.cover = Cover("\(Int.random(in: 0...1, using: &random))")
    case 13:
      // A few labels, and the parents of folders, go and come.
      try folder(context)?.parent = folder(context)
      if let label = try someLabels(context).last, labels.count > 2 {
        labels.removeAll { $0 == label.persistentModelID }
        context.delete(label)
      }
    case 0, 1:
      let sheet = Sheet("\(Int.random(in: 0...5, using: &random))")
      context.insert(sheet)
      sheet.folder = try folder(context)
      sheet.labels = try someLabels(context)
    case 2: sheets.randomElement(using: &random).map(context.delete)
    case 3: try sheets.randomElement(using: &random)?.folder = folder(context)
    case 4: try sheets.randomElement(using: &random)?.labels = someLabels(context)
    case 5:
      // Redirected and renamed at once, and another one only renamed.
      let sheet = sheets.randomElement(using: &random)
      sheet?.title = "\(Int.random(in: 0...5, using: &random))"
      sheet?.folder = try folder(context)
      sheets.randomElement(using: &random)?.title = "3"
    default:
      for _ in 0...2 { sheets.randomElement(using: &random)?.title = "\(Int.random(in: 0...5, using: &random))" }
    }
    try context.save()
  }

  private mutating func folder(_ context: ModelContext) throws -> Folder? {
    guard Int.random(in: 0..<4, using: &random) > 0, let id = folders.randomElement(using: &random) else { return nil }
    return try context.fetchModel(for: id)
  }

  private mutating func someLabels(_ context: ModelContext) throws -> [Label] {
    try labels.filter { _ in Bool.random(using: &random) }.compactMap { try context.fetchModel(for: $0) }
  }
}
