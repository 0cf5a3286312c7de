import Foundation
import Testing

@testable import OpenSwiftData

/// One test for each complaint that has no suite of its own.
@Suite("What people complain about")
struct ComplaintTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self, Badge.self)
    context = ModelContext(container)
  }

  @Test func relationshipsOfFetchedModelsAreNotNPlusOneQueries() throws {
    for number in 0..<20 {
      let folder = Folder("folder \(number)")
      folder.sheets = (0..<3).map { Sheet("sheet \(number).\($0)") }
      context.insert(folder)
    }
    try context.save()
    let reader = ModelContext(container)
    let recorder = StatementRecorder()
    try recorder.attach(to: container.store)
    let folders = try reader.fetch(FetchDescriptor<Folder>())
    let sheets = try reader.fetch(FetchDescriptor<Sheet>())
    recorder.clear()
    #expect(sheets.compactMap { $0.folder?.name }.count == 60)
    #expect(folders.map(\.sheets.count) == Array(repeating: 3, count: 20))
    #expect(recorder.count { $0.hasPrefix("SELECT") } <= 2)
  }

  @Test func oneFailedSaveDoesNotPoisonTheContext() throws {
    context.insert(Badge(code: "taken"))
    let badge = Badge(code: "free")
    context.insert(badge)
    try context.save()
    badge.code = "taken"
    for _ in 0..<3 { #expect(throws: SwiftDataError.uniqueConstraint) { try context.save() } }
    badge.code = "changed"
    context.insert(Folder("saved along"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 1)
    let codes = try ModelContext(container).fetch(FetchDescriptor<Badge>(sortBy: [SortDescriptor(\.code)])).map(\.code)
    #expect(codes == ["changed", "taken"])
  }

  @Test func thereIsAMergePolicyWithATypedConflict() throws {
    let badge = Badge(code: "before")
    context.insert(badge)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Badge>()).first)
    badge.code = "ours"
    same.code = "theirs"
    try other.save()
    context.mergePolicy = .error
    let conflict = #expect(throws: MergeConflict.self) { try context.save() }
    #expect(conflict?.rows.map(\.identifier) == [badge.persistentModelID])
    #expect(conflict?.rows.map(\.propertyNames) == [["code"]])
    context.mergePolicy = .byProperty
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Badge>()).map(\.code) == ["ours"])
  }

  @Test func batchDeleteFollowsTheRulesAndLeavesNoContextStale() throws {
    let folder = Folder("a")
    folder.sheets = [Sheet("1"), Sheet("2")]
    context.insert(folder)
    try context.save()
    let other = ModelContext(container)
    let sheets = try other.fetch(FetchDescriptor<Sheet>())
    try context.delete(model: Folder.self)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sheet>()) == 0)
    other.processPendingChanges()
    #expect(sheets.map(\.isDeleted) == [true, true])
    #expect(folder.isDeleted)
  }

  @Test func uniqueUpsertDoesNotTrapOnTwoPendingRowsWithOneKey() throws {
    context.insert(Badge(code: "same"))
    context.insert(Badge(code: "same"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Badge>()) == 1)
  }

  @Test func predicatesThatCompileDoNotCrash() throws {
    context.insert(Folder("a"))
    try context.save()
    let nothing: String? = nil
    let forced = #Predicate<Sheet> { $0.folder!.parent!.name == "a" }
    let computed = #Predicate<Folder> { $0.name.first == nil }
    let none = #Predicate<Folder> { $0.parent?.name == nothing }
    let nested = #Predicate<Folder> { $0.children.contains(where: { $0.sheets.allSatisfy { $0.title.isEmpty } }) }
    #expect(try context.fetch(FetchDescriptor(predicate: forced)).isEmpty)
    #expect(try context.fetch(FetchDescriptor(predicate: computed)).isEmpty)
    #expect(try context.fetch(FetchDescriptor(predicate: none)).count == 1)
    #expect(try context.fetch(FetchDescriptor(predicate: nested)).isEmpty)
  }

  @Test func toManyOrderIsNotShuffledAndNoTemporaryIdLingersAfterASave() throws {
    let folder = Folder("a")
    folder.sheets = (0..<50).map { Sheet("\($0 * 7 % 50)") }
    let titles = folder.sheets.map(\.title)
    context.insert(folder)
    let temporary = folder.sheets.map(\.persistentModelID)
    try context.save()
    #expect(folder.sheets.map(\.title) == titles)
    #expect(folder.sheets.allSatisfy { $0.persistentModelID.storeIdentifier != nil })
    #expect(temporary == folder.sheets.map(\.persistentModelID))
    let elsewhere = try ModelContext(container).fetch(FetchDescriptor<Folder>())
    #expect(elsewhere.first?.sheets.map(\.title) == titles)
  }

  @Test func denyIsReliableForRowsThatWereNeverLoaded() throws {
    let folder = Folder("a")
    context.insert(Padlock(folder))
    try context.save()
    let handler = ModelContext(container)
    let same = try #require(try handler.fetch(FetchDescriptor<Folder>()).first)
    handler.delete(same)
    #expect(throws: SwiftDataError.deletionDenied) { try handler.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 1)
  }

  @Test func aStoreThatCannotOpenIsATypedErrorAndNoCrashLoop() throws {
    let store = try TemporaryStore()
    let damaged = Data("SQLite format 3\0".utf8) + Data(repeating: 7, count: 5000)
    try damaged.write(to: store.url)
    for _ in 0..<2 {
      #expect { try store.container(Note.self) } throws: { [.damaged, .notAStore].contains(($0 as? StoreError)?.kind) }
    }
    #expect(try Data(contentsOf: store.url) == damaged)
    // The recovery: put the file aside, and a new store opens in its place.
    try FileManager.default.moveItem(at: store.url, to: store.directory.appendingPathComponent("aside"))
    #expect(throws: Never.self) { try store.container(Note.self) }
  }

  @Test func aMigrationSeesOldAndNewModelsAtOnce() throws {
    let store = try TemporaryStore()
    try store.fill(People1.self) { $0.insert(People1.Person("Ada Lovelace")) }
    let context = ModelContext(try store.open(People2.self, plan: PeoplePlan.self))
    #expect(try context.fetch(FetchDescriptor<People2.Person>()).map(\.last) == ["Lovelace"])
  }
}
