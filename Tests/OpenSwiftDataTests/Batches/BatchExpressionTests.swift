import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Batch updates see rows as they were before")
struct BatchExpressionTests {
  let container: ModelContainer
  let context: ModelContext
  let ids: FetchedIdentifiers

  /// Six tickets with the numbers 1 to 6; the fifth is below the first.
  init() throws {
    container = try memoryContainer(Ticket.self, Crew.self, Sailor.self, Skill.self, Knot.self)
    context = ModelContext(container)
    ids = try context.execute(BatchInsert(1...6).set(\Ticket.number) { $0 }).identifiers
    try context.execute(BatchUpdate<Ticket>([ids[4]]).set(\.parent, to: ids[0]))
  }

  private func values<Value>(_ keyPath: KeyPath<Ticket, Value>) throws -> [Value] {
    try context.execute(BatchFetch<Ticket>().returning(keyPath)).returned(keyPath)
  }

  // MARK: - Unique attributes

  @Test func anExpressionCountsUpAUniqueAttribute() throws {
    let old = try context.execute(
      BatchUpdate<Ticket>().set(\.number, to: #Expression { $0.number + 1 }).returning(\.number))
    #expect(try old.returned(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(try values(\.number) == [2, 3, 4, 5, 6, 7])
  }

  @Test func theConditionAndTheExpressionHaveArgumentsOfTheirOwn() throws {
    let (least, step) = (4, 10)
    let batch = BatchUpdate<Ticket>(where: #Predicate { $0.number >= least })
      .set(\.number, to: #Expression { $0.number + step })
      .set(\.copy, to: 7)
    #expect(try context.execute(batch).count == 3)
    #expect(try values(\.number) == [1, 2, 3, 14, 15, 16])
    #expect(try values(\.copy) == [0, 0, 0, 7, 7, 7])
  }

  @Test func anExpressionOfAnotherAttributeReadsTheUniqueOneFromBefore() throws {
    let batch = BatchUpdate<Ticket>([ids[2], ids[0], ids[1]])
      .set(\.number, toEach: [1, 2, 3])
      .set(\.copy, to: #Expression { $0.number * 10 })
    #expect(try context.execute(batch).count == 3)
    #expect(try values(\.number) == [2, 3, 1, 4, 5, 6])
    #expect(try values(\.copy) == [10, 20, 30, 0, 0, 0])
  }

  @Test func anExpressionOfTheRowAboveReadsItsUniqueAttributeFromBefore() throws {
    let batch = BatchUpdate<Ticket>([ids[0], ids[4]])
      .set(\.number, toEach: [5, 1])
      .set(\.copy, to: #Expression { $0.parent?.number ?? 0 })
    #expect(try context.execute(batch).count == 2)
    #expect(try values(\.number) == [5, 2, 3, 4, 1, 6])
    #expect(try values(\.copy) == [0, 0, 0, 0, 1, 0])
  }

  @Test func attributesThatAreUniqueTogetherCount() throws {
    let sailors = try context.execute(
      BatchInsert(1...2).set(\Sailor.name) { "\($0)" }.set(\.rank, to: "mate").set(\.number) { $0 })
    let batch = BatchUpdate<Sailor>(sailors.identifiers)
      .set(\.number, toEach: [2, 1])
      .set(\.age, to: #Expression { $0.number ?? 0 })
    try context.execute(batch)
    let rows = try context.execute(BatchFetch<Sailor>().returning(\.number, \.age))
    #expect(try rows.returned(\.number) == [2, 1])
    #expect(try rows.returned(\.age) == [1, 2])
  }

  @Test func valuesThatAreUniqueNoMoreAreRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try context.execute(BatchUpdate<Ticket>().set(\.number, to: #Expression { $0.copy }))
    }
    #expect(error?.kind == .uniqueConstraint)
    #expect(try values(\.number) == [1, 2, 3, 4, 5, 6])
  }

  // MARK: - Conditions

  @Test func whatIsWrittenDoesNotChangeWhichRowsMatch() throws {
    let open = #Predicate<Ticket> { $0.parent?.isDone != true }
    let result = try context.execute(BatchUpdate<Ticket>([ids[0], ids[4]], where: open).set(\.isDone, to: true))
    #expect(result.identifiers.map(\.primaryKey) == [1, 5])
    #expect(try values(\.isDone) == [true, false, false, false, true, false])
  }

  @Test func rowsThatAnIndexFindsInAnotherOrderAreTheSameRows() throws {
    try context.execute(BatchUpdate<Ticket>(ids).set(\.number, toEach: [6, 5, 4, 3, 2, 1]))
    let least = 3
    let result = try context.execute(
      BatchUpdate<Ticket>(where: #Predicate { $0.number >= least }).set(\.copy, to: 7))
    #expect(result.identifiers.map(\.primaryKey) == [1, 2, 3, 4])
    #expect(try values(\.copy) == [7, 7, 7, 7, 0, 0])
    let runs = try container.store.read {
      try $0.texts("SELECT first || ' ' || last || ' ' || properties FROM openswiftdata_change ORDER BY rowid")
    }
    #expect(runs.last == "1 4 copy")
  }
}

@Model private final class Ticket {
  @Attribute(.unique) var number: Int
  var copy = 0
  var isDone = false
  var parent: Ticket?
  @Relationship(inverse: \Ticket.parent) var children: [Ticket] = []

  init(_ number: Int) { self.number = number }
}
