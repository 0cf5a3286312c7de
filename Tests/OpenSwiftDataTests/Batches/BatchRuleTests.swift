import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The rules of batches")
struct BatchRuleTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(
      Crew.self, Sailor.self, Skill.self, Knot.self, Folder.self, Sheet.self, Padlock.self, Team.self,
      Pair.self, Half.self)
    context = ModelContext(container)
  }

  private func sailors() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)]))
      .map(\.name)
  }

  @discardableResult
  private func insert(
    _ names: [String], onConflict rule: BatchInsert<Sailor, String>.ConflictRule = .update
  ) throws
    -> BatchResult<Sailor>
  {
    try context.execute(
      BatchInsert(names, onConflict: rule).set(\.name) { $0 }.set(\.age, to: names.count))
  }

  private func expectRefusal(
    _ kind: SwiftDataError.Kind, _ words: String = "", location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws {
    let before = try sailors()
    let error = #expect(throws: SwiftDataError.self, sourceLocation: location, performing: body)
    #expect(error?.kind == kind, sourceLocation: location)
    #expect(
      words.isEmpty || error?.description.contains(words) == true, sourceLocation: location)
    #expect(try sailors() == before, sourceLocation: location)
  }

  // MARK: - Unique values

  @Test func aRowWithTheUniqueValueOfAnotherIsUpdatedLeftOutOrRefused() throws {
    try insert(["Ann"])
    let updated = try insert(["Ann", "Ben"])
    #expect(updated.count == 2 && updated.insertedCount == 1)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Sailor>()).map(\.age) == [2, 2])
    let left = try insert(["Ann", "Cem", "Cem"], onConflict: .skip)
    #expect(left.count == 1 && left.insertedCount == 1)
    try expectRefusal(.uniqueConstraint) { try insert(["Dan", "Ann"], onConflict: .fail) }
    #expect(try sailors() == ["Ann", "Ben", "Cem"])
  }

  @Test func anUpdateMayExchangeUniqueValuesAndNotDoubleThem() throws {
    let ids = try insert(["Ann", "Ben"]).identifiers
    try context.execute(BatchUpdate<Sailor>(ids).set(\.name, toEach: ["Ben", "Ann"]))
    #expect(try sailors() == ["Ann", "Ben"])
    #expect((try context.fetchModel(for: ids[0]) as Sailor?)?.name == "Ben")
    try expectRefusal(.uniqueConstraint) {
      try context.execute(BatchUpdate<Sailor>(ids).set(\.name, to: "Cem"))
    }
  }

  // MARK: - What no batch can do

  @Test func valuesMustBeAsManyAsIdentifiers() throws {
    let ids = try insert(["Ann", "Ben"]).identifiers
    try expectRefusal(.invalidBatch, "as many values") {
      try context.execute(BatchUpdate<Sailor>(ids).set(\.age, toEach: [1]))
    }
    try expectRefusal(.invalidBatch, "as many values") {
      try context.execute(
        BatchUpdate<Sailor>(where: #Predicate { $0.age > 0 }).set(\.age, toEach: [1, 2]))
    }
  }

  @Test func anAttributeWithoutDefaultHasToBeSet() throws {
    try expectRefusal(.invalidBatch, "Sailor.name") {
      try context.execute(BatchInsert<Sailor, Int>(0..<2).set(\.age) { $0 })
    }
  }

  @Test func identifiersOfOtherOrUnsavedModelsAreRefused() throws {
    let crew = Crew("red")
    context.insert(crew)
    let id = crew.persistentModelID
    try expectRefusal(.invalidBatch) {
      try context.execute(BatchUpdate<Sailor>([id]).set(\.age, to: 1))
    }
    try expectRefusal(.invalidBatch) { try context.execute(BatchDelete<Crew>([id])) }
    try expectRefusal(.invalidBatch) {
      try context.execute(
        BatchInsert<Sailor, String>(["Ann"]).set(\.name) { $0 }.set(\.crew, to: id))
    }
  }

  @Test func aTargetOfAnotherEntityIsRefusedWhateverItsKey() throws {
    let crew = try context.execute(BatchInsert(["red"]).set(\Crew.name) { $0 }).identifiers[0]
    let skill = try context.execute(BatchInsert(["swim"]).set(\Skill.name) { $0 }).identifiers[0]
    #expect(crew.primaryKey == skill.primaryKey)
    try expectRefusal(.invalidBatch, "Sailor.crew") {
      try context.execute(
        BatchInsert(["Ann", "Ben"]).set(\Sailor.name) { $0 }.set(\.crew) { $0 == "Ann" ? crew : skill })
    }
  }

  @Test func anIdentifierThatARowHasIsRefused() throws {
    let ids = try insert(["Ann"]).identifiers
    try expectRefusal(.invalidBatch, "has a row already") {
      try context.execute(
        BatchInsert<Sailor, String>(["Ben"]).set(\.name) { $0 }.identified { _ in ids[0] })
    }
  }

  @Test func listsThatTheirMembersKeepAreSetOnTheMembers() throws {
    try expectRefusal(.invalidBatch, "Sheet.folder") {
      try context.execute(BatchUpdate<Folder>().remove([], from: \.sheets))
    }
  }

  @Test func whatWasNotReturnedCanNotBeAskedFor() throws {
    try insert(["Ann"])
    let result = try context.execute(BatchFetch<Sailor>().returning(\.age))
    #expect(try result.returned(\.age) == [1])
    #expect(throws: SwiftDataError.self) { try result.returned(\.name) }
    #expect(throws: SwiftDataError.self) { try result.returned(\.crew) }
    #expect(throws: SwiftDataError.self) { try result.returned(\.skills) }
  }

  // MARK: - Relationships

  @Test func aTargetWithoutARowIsRefused() throws {
    let crew = Crew("red")
    context.insert(crew)
    try context.save()
    let id = crew.persistentModelID
    try context.execute(BatchDelete<Crew>([id]))
    try insert(["Ann"])
    try expectRefusal(.rowGone) { try context.execute(BatchUpdate<Sailor>().set(\.crew, to: id)) }
    try expectRefusal(.rowGone) {
      try context.execute(
        BatchInsert<Sailor, String>(["Ben"]).set(\.name) { $0 }.set(\.crew, to: id))
    }
  }

  @Test func aRequiredRelationshipIsSetAndReturned() throws {
    let folders = try context.execute(BatchInsert(["a", "b", "c"]).set(\Folder.name) { $0 }).identifiers
    let locks = try context.execute(BatchInsert(1...2).set(\Padlock.keys) { $0 }.set(\.folder, to: folders[0]))
      .identifiers
    let moved = try context.execute(
      BatchUpdate<Padlock>(locks).set(\.folder, toEach: [folders[1], folders[2]]).returning(\.folder))
    #expect(try moved.returned(\.folder) == [folders[0], folders[0]])
    let all = BatchUpdate<Padlock>().set(\.folder, to: folders[2]).returning(\.folder)
    #expect(try context.execute(all).returned(\.folder) == [folders[1], folders[2]])
    let rows = try context.execute(BatchFetch<Folder>().returning(\.locks))
    #expect(try rows.returned(\.locks) == [[], [], [locks[1], locks[0]]])
  }

  @Test func aRequiredRelationshipHasToBeSet() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try context.execute(BatchInsert(1...2).set(\Padlock.keys) { $0 })
    }
    #expect(error?.kind == .missingValue)
  }

  @Test func limitsOfListsHold() throws {
    try expectRefusal(.relationshipCount) {
      try context.execute(BatchInsert<Team, String>(["empty"]).set(\.name) { $0 })
    }
  }

  @Test func aMemberThatIsGivenTwiceCountsOnce() throws {
    let halves = try context.execute(BatchInsert(["a", "b", "c"]).set(\Half.name) { $0 }).identifiers
    let (once, twice) = ([halves[0], halves[1]], [halves[0], halves[0], halves[1]])
    try context.execute(BatchInsert([twice]).set(\Pair.halves) { $0 })
    let pairs = try context.execute(BatchFetch<Pair>().returning(\.halves))
    #expect(try pairs.returned(\.halves) == [once])
    try expectRefusal(.relationshipCount) {
      try context.execute(BatchInsert([Array(halves)]).set(\Pair.halves) { $0 })
    }
  }

  @Test func deletionsFollowTheRules() throws {
    let (outer, inner) = (Folder("outer"), Folder("inner"))
    context.insert(outer)
    inner.parent = outer
    let sheet = Sheet("sheet")
    sheet.folder = inner
    try context.save()
    let id = outer.persistentModelID
    let result = try context.execute(BatchDelete<Folder>([id]).returning(\.name))
    #expect(try result.returned(\.name) == ["outer"])
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<Folder>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Sheet>()) == 0)
    #expect(inner.isDeleted && sheet.isDeleted)
  }

  // MARK: - Transactions

  @Test func aBatchIsAPartOfTheExclusiveTransaction() throws {
    struct Stop: Error {}
    try insert(["Ann"])
    let sailor = try context.fetch(FetchDescriptor<Sailor>())[0]
    #expect(throws: Stop.self) {
      try context.exclusiveTransaction {
        try context.execute(BatchUpdate<Sailor>().set(\.age, to: 50))
        #expect(sailor.age == 50)
        try insert(["Ben"])
        #expect(try context.fetchCount(FetchDescriptor<Sailor>()) == 2)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sailor>()) == 1)
        throw Stop()
      }
    }
    #expect(sailor.age == 1)
    #expect(try sailors() == ["Ann"])
  }

  @Test func aBatchThatFailsFailsTheExclusiveTransaction() throws {
    try insert(["Ann"])
    try expectRefusal(.uniqueConstraint) {
      try context.exclusiveTransaction {
        try insert(["Ben"])
        _ = try? insert(["Cem", "Ann"], onConflict: .fail)
      }
    }
  }

  @Test func batchesAreNotAnnouncedAsSaves() throws {
    nonisolated(unsafe) var names: [Notification.Name] = []
    // Sound: notifications are posted on the thread that saves, which is this one.
    let observers = [ModelContext.willSave, ModelContext.didSave].map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { names.append($0.name) }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    try insert(["Ann"])
    _ = try context.exclusiveTransaction { try insert(["Ben"]) }
    #expect(names == [])
    try context.exclusiveTransaction {
      try insert(["Cem"])
      context.insert(Crew("red"))
    }
    #expect(names == [ModelContext.willSave, ModelContext.didSave])
  }

  @Test func unsavedChangesAreNotSeenAndStay() throws {
    try insert(["Ann"])
    let sailor = try context.fetch(FetchDescriptor<Sailor>())[0]
    sailor.nickname = "A"
    #expect(
      try context.execute(
        BatchUpdate<Sailor>(where: #Predicate { $0.nickname == "A" }).set(\.age, to: 9)
      ).count == 0)
    try context.execute(BatchUpdate<Sailor>().set(\.age, to: 7))
    #expect(sailor.nickname == "A" && sailor.age == 7)
    try context.save()
    #expect(
      try context.execute(BatchFetch<Sailor>().returning(\.nickname)).returned(\.nickname) == ["A"])
  }

  @Test func expressionsSeeTheRowFromBefore() throws {
    try insert(["Ann", "Ben", "Cem"])
    try context.execute(BatchUpdate<Sailor>().set(\.age, to: #Expression { $0.age * 10 + 1 }))
    #expect(
      try context.execute(BatchFetch<Sailor>().returning(\.age)).returned(\.age) == [31, 31, 31])
  }
}

@Model private final class Pair {
  @Relationship(maximumModelCount: 2, inverse: \Half.pairs) var halves: [Half]

  init(_ halves: [Half]) { self.halves = halves }
}

@Model private final class Half {
  var name: String
  var pairs: [Pair] = []

  init(_ name: String) { self.name = name }
}
