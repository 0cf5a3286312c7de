import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Rows that a batch leaves out")
struct BatchConflictTests {
  let container: ModelContainer
  let context: ModelContext
  let crews: [PersistentIdentifier]

  init() throws {
    container = try memoryContainer(Crew.self, Sailor.self, Skill.self, Knot.self)
    context = ModelContext(container)
    crews = Array(try context.execute(BatchInsert(["red", "blue"]).set(\Crew.name) { $0 }).identifiers)
  }

  @discardableResult
  private func insert(
    _ names: some Sequence<String>, of crew: PersistentIdentifier? = nil, onConflict rule: BatchConflictRule = .skip
  ) throws -> BatchResult<Sailor> {
    try context.execute(BatchInsert(names, onConflict: rule).set(\Sailor.name) { $0 }.set(\.crew, to: crew))
  }

  private var places: [Int64] {
    get throws {
      try container.store.read { try $0.integers(#"SELECT "crew.position" FROM "Sailor" ORDER BY id"#) }
    }
  }

  private func countUpdates(of crew: PersistentIdentifier) throws -> Int {
    try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
      .count { if case .update(let update) = $0 { update.changedPersistentIdentifier == crew } else { false } }
  }

  // MARK: - Lists

  @Test func theyTakeNoPlaceInAList() throws {
    try insert(["Ann"])
    try insert(["Ann", "Ben", "Ann", "Cem"], of: crews[0])
    #expect(try places == [0, 1, 2])
    #expect(try countUpdates(of: crews[0]) == 1)
  }

  @Test func theirListIsNotChanged() throws {
    try insert(["Ann"])
    #expect(try insert(["Ann"], of: crews[1]).count == 0)
    #expect(try countUpdates(of: crews[1]) == 0)
  }

  @Test func theOnesThatUpdateARowTakeItsPlace() throws {
    try insert(["Ann"], of: crews[1])
    try insert(["Ben", "Ann", "Cem"], of: crews[0], onConflict: .update)
    #expect(try places == [2, 1, 3])
    #expect(try countUpdates(of: crews[0]) == 1)
    #expect(try countUpdates(of: crews[1]) == 2)
  }

  // MARK: - Progress

  @Test func theyCountAsDone() throws {
    let names = (1...10).map(String.init)
    try insert(names)
    let progress = WorkProgress(total: 10)
    let result = try WorkProgress.$current.withValue(progress) { try insert(names) }
    #expect(result.count == 0)
    #expect(progress.done == 10)
  }

  @Test func aLongRunOfThemCountsAsDone() throws {
    let names = (1...3_000).map(String.init)
    try insert(names)
    let progress = WorkProgress()
    let result = try WorkProgress.$current.withValue(progress) { try insert(["new"] + names) }
    #expect(result.count == 1)
    #expect(progress.done == 3_001)
  }

  @Test func aRunOfThemCanBeCancelled() throws {
    let names = (1...3_000).map(String.init)
    try insert(names)
    let progress = WorkProgress()
    var count = 0
    let watched = (["new"] + names).lazy.map { name in
      count += 1
      if count == 100 { progress.cancel() }
      return name
    }
    #expect(throws: CancellationError.self) {
      try WorkProgress.$current.withValue(progress) { try insert(watched) }
    }
    #expect(count <= 1_024)
    #expect(try context.fetchCount(FetchDescriptor<Sailor>()) == 3_000)
  }
}
