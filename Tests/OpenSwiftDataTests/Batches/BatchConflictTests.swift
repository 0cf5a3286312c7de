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
