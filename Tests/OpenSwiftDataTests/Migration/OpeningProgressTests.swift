import DocketLocking
import Foundation
import OpenSwiftData
import Testing

@Suite("How far the opening of a store is")
struct OpeningProgressTests {
  private static let rows = 500

  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    let schema = Schema(versionedSchema: Letters1.self)
    let configuration = ModelConfiguration(schema: schema, url: store.url)
    let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    for number in 0..<Self.rows { context.insert(Letters1.Letter("letter \(number)")) }
    try context.save()
  }

  private struct Told: Equatable {
    let part: WorkProgress.Part
    let done: Int
    let total: Int?
  }

  private enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Letters1.self, Letters3.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: Letters1.self, toVersion: Letters3.self)] }
  }

  private func open(_ progress: WorkProgress) throws -> [String] {
    try WorkProgress.$current.withValue(progress) {
      let schema = Schema(versionedSchema: Letters3.self)
      let container = try ModelContainer(
        for: schema, migrationPlan: Plan.self, configurations: [ModelConfiguration(schema: schema, url: store.url)])
      let descriptor = FetchDescriptor<Letters3.Letter>(predicate: #Predicate { $0.body.contains("letter 49") })
      return try ModelContext(container).fetch(descriptor).map(\.body)
    }
  }

  @Test func eachPartIsCountedToItsEnd() throws {
    let told = Lock<[Told]>([])
    let progress = WorkProgress { progress in
      guard let part = progress.part else { return }
      told.withLock { $0.append(Told(part: part, done: progress.done, total: progress.total)) }
    }
    #expect(try open(progress).count == 11)
    let all = told.withLock { $0 }
    for part in [WorkProgress.Part.copying, .converting, .indexingTexts] {
      let last = try #require(all.last { $0.part == part })
      #expect(last.done == last.total && last.done > 0, "\(part)")
      if part != .copying { #expect(last.total == Self.rows) }
    }
  }

  @Test func whatIsOpenedAgainIsNotTold() throws {
    _ = try open(WorkProgress())
    let count = Lock(0)
    #expect(try open(WorkProgress { _ in count.withLock { $0 += 1 } }).count == 11)
    #expect(count.withLock { $0 } == 0)
  }

  @Test(arguments: [WorkProgress.Part.copying, .converting, .indexing, .indexingTexts])
  func oneThatIsEndedLeavesTheStoreAsItWas(_ part: WorkProgress.Part) throws {
    let before = try store.sqlite(".dump")
    let progress = WorkProgress { if $0.part == part { $0.cancel() } }
    #expect(throws: CancellationError.self) { try open(progress) }
    #expect(try store.sqlite(".dump") == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: store.directory.path)
    #expect(!files.contains { $0.contains("backup") }, "\(files)")
    #expect(try open(WorkProgress()).count == 11)
  }

  @Test func theMakingOfIndexesAnewIsToldAndEndedToo() throws {
    _ = try open(WorkProgress())
    let metadata = "openswiftdata_metadata SET value = 'old' WHERE key = 'full_text_folding'"
    _ = try store.sqlite("UPDATE \(metadata)")
    #expect(throws: CancellationError.self) { try open(WorkProgress { if $0.done == 100 { $0.cancel() } }) }
    #expect(try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE key = 'full_text_folding'") == "old")
    let done = Lock(0)
    #expect(try open(WorkProgress { progress in done.withLock { $0 = progress.done } }).count == 11)
    #expect(done.withLock { $0 } == Self.rows)
  }
}
