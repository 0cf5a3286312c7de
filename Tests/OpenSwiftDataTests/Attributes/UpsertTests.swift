import Foundation
import Observation
import OpenSwiftData
import Testing

@Model final class Crew {
  var name: String
  @Relationship(inverse: \Sailor.crew) var sailors: [Sailor] = []

  init(_ name: String) { self.name = name }
}

@Model final class Sailor {
  #Unique<Sailor>([\.rank, \.number])

  @Attribute(.unique) var name: String
  var rank: String?
  var number: Int?
  var age = 0
  var nickname: String?
  var crew: Crew?
  @Relationship(inverse: \Skill.sailors) var skills: [Skill] = []
  @Relationship(deleteRule: .cascade) var knots: [Knot] = []

  init(_ name: String, age: Int = 0, rank: String? = nil, number: Int? = nil) {
    self.name = name
    self.age = age
    self.rank = rank
    self.number = number
  }
}

@Model final class Skill {
  var name: String
  var sailors: [Sailor] = []

  init(_ name: String) { self.name = name }
}

@Model final class Knot {
  var name: String

  init(_ name: String) { self.name = name }
}

/// Unique by another model and a member of a structure.
@Model final class Berth {
  struct Place: Codable, Equatable { var deck: Int, number: Int }

  #Unique<Berth>([\.crew, \.place.deck])

  var crew: Crew?
  var place: Place
  var width = 0

  init(_ crew: Crew?, deck: Int, number: Int) {
    self.crew = crew
    place = Place(deck: deck, number: number)
  }
}

@Suite("A new model with unique values that a row has already updates the row")
struct UpsertTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Crew.self, Sailor.self, Berth.self)
    context = ModelContext(container)
  }

  /// A deletion is undone, but meanwhile somebody has taken the unique values.
  @Test func aModelThatComesBackBringsItsRelationshipsToTheRowThatTookItsPlace() throws {
    let lost = try add(Sailor("Ann", age: 30))
    let identifier = lost.persistentModelID
    context.delete(lost)
    try context.save()
    let other = ModelContext(container)
    let taker = Sailor("Ann", age: 40)
    taker.skills = [Skill("knitting")]
    other.insert(taker)
    try other.save()
    let again = Sailor("Ann", age: 31)
    context.insert(again, as: identifier)
    again.skills = [Skill("rowing"), Skill("singing")]
    again.knots = [Knot("bowline")]
    again.crew = Crew("night")
    try context.save()
    for reader in [context, ModelContext(container)] {
      let sailors = try reader.fetch(FetchDescriptor<Sailor>())
      #expect(sailors.map(\.age) == [31] && sailors.map(\.persistentModelID) == [taker.persistentModelID])
      #expect(sailors.map { $0.skills.map(\.name) } == [["knitting", "rowing", "singing"]])
      #expect(sailors.map { $0.knots.map(\.name) } == [["bowline"]])
      #expect(sailors.first?.crew?.sailors.map(\.name) == ["Ann"])
      #expect(try reader.fetch(FetchDescriptor<Skill>()).allSatisfy { $0.sailors.map(\.age) == [31] })
    }
  }

  @Test func whatLeadsToAModelThatComesBackLeadsToTheRowThatTookItsPlace() throws {
    let context = ModelContext(try memoryContainer(Trip.self, HolidayTrip.self, Traveller.self))
    let lost = Traveller("Ada")
    context.insert(lost)
    try context.save()
    let identifier = lost.persistentModelID
    context.delete(lost)
    try context.save()
    let other = ModelContext(context.container)
    other.insert(Traveller("Ada"))
    try other.save()
    let (again, trip, holiday) = (Traveller("Ada"), Trip("plain"), HolidayTrip("holiday"))
    context.insert(again, as: identifier)
    again.trips = [trip]
    holiday.companions = [again]
    context.insert(holiday)
    try context.save()
    for reader in [context, ModelContext(context.container)] {
      let travellers = try reader.fetch(FetchDescriptor<Traveller>())
      #expect(travellers.count == 1 && travellers[0].trips.map(\.name) == ["plain"])
      #expect(try reader.fetch(FetchDescriptor<HolidayTrip>()).map(\.companions) == [travellers])
      #expect(
        try reader.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "plain" })).map(\.traveller)
          == travellers)
    }
  }

  @Test func theRowKeepsItsIdentityAndGetsTheNewValues() throws {
    let identifier = try add(Sailor("Ann", age: 30)).persistentModelID
    let other = ModelContext(container)
    let again = Sailor("Ann", age: 31)
    again.nickname = "A"
    other.insert(again)
    try other.save()
    #expect(again.persistentModelID == identifier)
    #expect(again.modelContext === other)
    #expect(!other.hasChanges)
    #expect(try all().map(\.age) == [31])
    #expect(try all().map(\.nickname) == ["A"])
    again.age = 32
    try other.save()
    #expect(try all().map(\.age) == [32])
  }

  @Test func theRegisteredInstanceShowsTheNewValuesAndTheNewOneLeaves() throws {
    let first = try add(Sailor("Ann", age: 30))
    let again = Sailor("Ann", age: 31)
    context.insert(again)
    let temporary = again.persistentModelID
    let fired = Fired()
    withObservationTracking {
      _ = first.age
    } onChange: {
      fired.note()
    }
    try context.save()
    #expect(fired.count == 1)
    #expect(first.age == 31)
    #expect(again.modelContext == nil)
    #expect(again.age == 31)
    #expect(again.persistentModelID == first.persistentModelID)
    #expect(context.model(for: temporary) === first)
    #expect(try all().count == 1)
    again.age = 40
    #expect(first.age == 31)
    #expect(!context.hasChanges)
    context.insert(again)
    try context.save()
    #expect(first.age == 40)
    #expect(try all().count == 1)
  }

  /// The complaint: unique upsert traps on two pending rows with one key.
  @Test func twoPendingModelsWithOneKeyBecomeOneRowAndTheLaterOneWins() throws {
    let (one, two, three) = (Sailor("Ann", age: 1), Sailor("Ann", age: 2), Sailor("Ann", age: 3))
    for sailor in [one, two, three] { context.insert(sailor) }
    try context.save()
    #expect(try all().map(\.age) == [3])
    #expect(one.age == 3)
    #expect(one.modelContext === context)
    #expect(two.persistentModelID == one.persistentModelID)
    #expect(three.persistentModelID == one.persistentModelID)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Sailor>()).map(\.age) == [3])
  }

  @Test func aFailedSaveLeavesEverythingAsItWas() throws {
    let first = try add(Sailor("Ann", age: 30, rank: "mate", number: 1))
    try add(Sailor("Bob", age: 50))
    let again = Sailor("Ann", age: 31, rank: "mate", number: 1)
    let broken = Sailor("Bob", rank: "mate", number: 1)
    context.insert(again)
    context.insert(broken)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .uniqueConstraint)
    #expect(first.age == 30)
    #expect(again.modelContext === context)
    context.delete(broken)
    try context.save()
    #expect(first.age == 31)
    #expect(try all().map(\.name) == ["Ann", "Bob"])
  }

  @Test func severalPropertiesTogetherAreUniqueAndNilIsNot() throws {
    try add(Sailor("Ann", rank: "mate", number: 1))
    try add(Sailor("Bob", rank: "mate", number: 2))
    try add(Sailor("Cid", rank: "mate"))
    try add(Sailor("Dot", rank: "mate"))
    #expect(try all().map(\.name) == ["Ann", "Bob", "Cid", "Dot"])
    try add(Sailor("Eve", rank: "mate", number: 2))
    #expect(try all().map(\.name) == ["Ann", "Cid", "Dot", "Eve"])
  }

  @Test func anUpdateThatCollidesIsRefusedByName() throws {
    try add(Sailor("Ann"))
    let second = try add(Sailor("Bob", rank: "mate", number: 1))
    second.name = "Ann"
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .uniqueConstraint)
    #expect(error?.explanation == "Another row has the same unique value: Sailor.name.")
    context.rollback()
    #expect(second.name == "Bob")
    try add(Sailor("Cid"))
    second.name = "Dot"
    try context.save()
    #expect(try all().map(\.name) == ["Ann", "Cid", "Dot"])
  }

  @Test func rowsMayExchangeTheirUniqueValues() throws {
    let (one, two) = (try add(Sailor("Ann", age: 1)), try add(Sailor("Bob", age: 2)))
    (one.name, two.name) = (two.name, one.name)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Sailor>(sortBy: [.init(\.name)])).map(\.age) == [2, 1])
  }

  @Test func aValueThatADeletedOrChangedRowHadIsFree() throws {
    let (one, two) = (try add(Sailor("Ann", age: 1)), try add(Sailor("Bob", age: 2)))
    context.delete(one)
    two.name = "Bobby"
    let (newOne, newTwo) = (Sailor("Ann", age: 10), Sailor("Bob", age: 20))
    context.insert(newOne)
    context.insert(newTwo)
    try context.save()
    #expect(try all().map(\.age) == [10, 20, 2])
    #expect(newOne.persistentModelID != one.persistentModelID)
    #expect(one.isDeleted)
  }

  @Test func aNewModelMayMeetAPendingChange() throws {
    let first = try add(Sailor("Ann", age: 1))
    first.name = "Bob"
    let second = Sailor("Bob", age: 2)
    context.insert(second)
    try context.save()
    #expect(try all().map(\.age) == [2])
    #expect(first.name == "Bob")
    #expect(first.age == 2)
  }

  @Test func otherContextsSeeTheNewValues() throws {
    try add(Sailor("Ann", age: 1))
    let other = ModelContext(container)
    let seen = try #require(try other.fetch(FetchDescriptor<Sailor>()).first)
    try add(Sailor("Ann", age: 2))
    other.processPendingChanges()
    #expect(seen.age == 2)
  }

  @Test func relationshipsAreAddedToThoseOfTheRow() throws {
    let (crew, skill, knot) = (Crew("Argo"), Skill("sails"), Knot("bowline"))
    let first = Sailor("Ann")
    first.crew = crew
    first.skills = [skill]
    first.knots = [knot]
    try add(first)
    let (newSkill, newKnot) = (Skill("rows"), Knot("clove"))
    let again = Sailor("Ann", age: 5)
    again.skills = [newSkill]
    again.knots = [newKnot]
    try add(again)
    #expect(first.age == 5)
    #expect(first.crew === crew)
    #expect(first.skills.map(\.name) == ["sails", "rows"])
    #expect(first.knots.map(\.name) == ["bowline", "clove"])
    #expect(newSkill.sailors.map(\.name) == ["Ann"])
    let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Sailor>()).first)
    #expect(fresh.crew?.name == "Argo")
    #expect(fresh.skills.map(\.name) == ["sails", "rows"])
    #expect(fresh.knots.map(\.name) == ["bowline", "clove"])
  }

  @Test func aRowThatMovesToAnotherOwnerLeavesTheFirst() throws {
    let (argo, beagle) = (Crew("Argo"), Crew("Beagle"))
    let first = Sailor("Ann")
    argo.sailors = [first]
    context.insert(argo)
    context.insert(beagle)
    try context.save()
    #expect(argo.sailors.count == 1)
    let again = Sailor("Ann")
    again.crew = beagle
    context.insert(again)
    try context.save()
    #expect(argo.sailors.isEmpty)
    #expect(beagle.sailors.map(\.name) == ["Ann"])
    #expect(beagle.sailors.first === first)
    #expect(first.crew === beagle)
  }

  @Test func modelsAndMembersOfStructuresMayBePartOfWhatIsUnique() throws {
    let (argo, beagle) = (Crew("Argo"), Crew("Beagle"))
    for crew in [argo, beagle] {
      for number in 1...2 { context.insert(Berth(crew, deck: 1, number: number)) }
    }
    context.insert(Berth(nil, deck: 1, number: 3))
    context.insert(Berth(nil, deck: 1, number: 4))
    try context.save()
    context.insert(Berth(argo, deck: 1, number: 5))
    context.insert(Berth(argo, deck: 2, number: 6))
    try context.save()
    let berths = try context.fetch(FetchDescriptor<Berth>(sortBy: [SortDescriptor(\.place.number)]))
    #expect(berths.map(\.place.number) == [2, 3, 4, 5, 6])
    #expect(berths.map { $0.crew?.name } == ["Beagle", nil, nil, "Argo", "Argo"])
  }

  @Test func concurrentSavesOfOneKeyLeaveOneRow() async throws {
    let container = container
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for age in 0..<10 {
            let context = ModelContext(container)
            context.insert(Sailor("Ann", age: number * 10 + age))
            context.insert(Sailor("sailor \(number)", age: age))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try all().map(\.name) == ["Ann"] + (0..<8).map { "sailor \($0)" })
  }

  @discardableResult private func add(_ sailor: Sailor) throws -> Sailor {
    context.insert(sailor)
    try context.save()
    return sailor
  }

  private func all() throws -> [Sailor] {
    try context.fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)]))
  }
}
