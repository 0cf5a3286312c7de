import Foundation
import Testing

@testable import OpenSwiftData

/// A tree of itself, with an order that has an index.
@Model final class Branch {
  #Index<Branch>([\.place])
  var place: Int
  @Relationship(inverse: \Branch.parent) var children: [Branch] = []
  var parent: Branch?

  init(_ place: Int) { self.place = place }
}

/// Most rows have no parent, which SQLite does not expect.
@Suite("The rows of a tree that have no parent")
@MainActor
struct RootRowsTests {
  private let container: ModelContainer
  private let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Branch.self)
    try recorder.attach(to: container.store)
  }

  /// - Parameter isChild: which places are those of parts of the first one.
  private func fill(_ count: Int, where isChild: (Int) -> Bool) throws {
    let context = ModelContext(container)
    let root = Branch(-1)
    context.insert(root)
    for place in 0..<count {
      // Not in the order of the keys.
      let branch = Branch(place * 7_919 % count)
      context.insert(branch)
      if isChild(branch.place) { branch.parent = root }
    }
    try context.save()
  }

  private func observer(_ order: SortOrder) throws -> ResultsObserver<Branch, Never> {
    try ResultsObserver(
      filterBy: #Predicate { $0.parent == nil }, sortBy: [SortDescriptor(\.place, order: order)],
      modelContext: container.mainContext)
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func areReadInTheirOrderWithoutSorting(_ order: SortOrder) async throws {
    try fill(15_100) { $0 % 3 == 1 }
    let roots = [-1] + (0..<15_100).filter { $0 % 3 != 1 }
    let expected = order == .forward ? roots : roots.reversed()
    let observer = try observer(order)
    #expect(!observer.isComplete)
    #expect(observer.results.map(\.place) == Array(expected.prefix(200)), "the first page is there at once")
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.place) == expected)
    let statement = try #require(recorder.statements.last { $0.contains("NOT IN") })
    let plan = try plan(of: statement)
    #expect(plan.contains { $0.contains("COVERING INDEX Branch_place") }, "\(plan)")
    #expect(!plan.contains { $0.contains("ORDER BY") }, "\(plan)")
  }

  // Source: https://www.sqlite.org/eqp.html
  private func plan(of sql: String) throws -> [String] {
    try container.store.read { connection in
      let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
      defer { statement.reset() }
      var steps: [String] = []
      while try statement.step() {
        if case .text(let step) = statement.value(3) { steps.append(step) }
      }
      return steps
    }
  }

  /// Not one of the rows that the first page is looked for among is a root.
  @Test func mayBeFarBehind() async throws {
    try fill(3_000) { $0 < 2_900 }
    let observer = try observer(.forward)
    #expect(observer.results.map(\.place) == [-1])
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.place) == [-1] + (2_900..<3_000))
  }

  @Test func areFollowed() async throws {
    try fill(10) { $0 % 2 == 0 }
    let observer = try observer(.forward)
    try await waitUntil("the result is read") { observer.isComplete }
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Branch>(sortBy: [SortDescriptor(\.place)]))
    all[1].parent = nil
    all[2].parent = all[0]
    try context.save()
    try await waitUntil("one comes, one goes") { observer.results.map(\.place) == [-1, 0, 3, 5, 7, 9] }
  }

  @Test func areCountedUpToALimit() throws {
    try fill(30) { $0 < 10 }
    for (limit, offset, count) in [(1, 0, 1), (5, 0, 5), (50, 0, 10), (5, 8, 2), (5, 20, 0)] {
      var parts = FetchDescriptor<Branch>(predicate: #Predicate { $0.parent != nil })
      (parts.fetchLimit, parts.fetchOffset) = (limit, offset)
      #expect(try ModelContext(container).fetchCount(parts) == count)
    }
  }
}
