import OpenSwiftData
import Testing

@Suite("The least and the most members of a list")
struct MemberCountTests {
  private let container: ModelContainer
  private let context: ModelContext

  /// Two teams of one to three players, with two players each, none of which is in the context's memory.
  init() throws {
    container = try memoryContainer(Team.self, Squad.self)
    let writer = ModelContext(container)
    for name in ["a", "b"] {
      let team = Team([Player(name + "1"), Player(name + "2")])
      team.name = name
      writer.insert(team)
    }
    writer.insert(Squad("full", [Scout("1"), Scout("2")]))
    writer.insert(Squad("open", [Scout("3")]))
    try writer.save()
    context = ModelContext(container)
  }

  private func team(_ name: String) throws -> Team {
    try #require(try context.fetch(FetchDescriptor<Team>(predicate: #Predicate { $0.name == name })).first)
  }

  private func player(_ name: String) throws -> Player {
    try #require(try context.fetch(FetchDescriptor<Player>(predicate: #Predicate { $0.name == name })).first)
  }

  private func squad(_ name: String) throws -> Squad {
    try #require(try context.fetch(FetchDescriptor<Squad>(predicate: #Predicate { $0.name == name })).first)
  }

  private func storedCounts() throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name)])).map(\.players.count)
  }

  private func expectRefusal() throws {
    #expect(throws: SwiftDataError.relationshipCount) { try context.save() }
    context.rollback()
    try context.save()
  }

  @Test func tooManyNewMembersAreRefused() throws {
    let team = try team("a")
    for number in 3...4 {
      let player = Player("\(number)")
      context.insert(player)
      player.team = team
    }
    try expectRefusal()
    #expect(try storedCounts() == [2, 2])
  }

  /// The list of the new team has it until the save.
  @Test func aMemberThatIsDeletedByPredicateIsNoneOfANewList() throws {
    let team = Team([try player("a1")])
    context.insert(team)
    try context.delete(model: Player.self, where: #Predicate { $0.name == "a1" })
    try expectRefusal()
    #expect(try storedCounts() == [2, 2])
  }

  @Test func tooManyMembersThatMoveAreRefused() throws {
    let team = try team("a")
    for name in ["b1", "b2"] { try player(name).team = team }
    try expectRefusal()
    #expect(try storedCounts() == [2, 2])
  }

  @Test func aListIsNotLeftWithTooFew() throws {
    let loose = try [player("a1"), player("a2")]
    for player in loose { player.team = nil }
    try expectRefusal()
    for player in loose { context.delete(player) }
    try expectRefusal()
    try context.delete(model: Player.self, where: #Predicate { $0.name.starts(with: "a") })
    try expectRefusal()
    #expect(try storedCounts() == [2, 2])
  }

  @Test func aListThatIsDeletedAlongMayLoseAll() throws {
    let team = try team("a")
    for name in ["a1", "a2"] { context.delete(try player(name)) }
    context.delete(team)
    try context.save()
    #expect(try storedCounts() == [2])
  }

  @Test func whatStaysWithinTheBoundsIsSaved() throws {
    let team = try team("a")
    try player("b1").team = team
    let player = Player("new")
    context.insert(player)
    player.team = try self.team("b")
    try context.save()
    #expect(try storedCounts() == [3, 2])
  }

  /// Each has its own idea of who else is in the team.
  @Test func twoContextsTogetherDoNotExceedTheMost() throws {
    let team = try team("a")
    #expect(team.players.count == 2)
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name)])).first)
    let third = Player("3")
    other.insert(third)
    third.team = same
    let fourth = Player("4")
    context.insert(fourth)
    fourth.team = team
    try other.save()
    try expectRefusal()
    #expect(try storedCounts() == [3, 2])
  }

  @Test func pairsAreCountedFromTheirOtherEnd() throws {
    let squad = try squad("full")
    let scout = Scout("new")
    context.insert(scout)
    scout.squads.append(squad)
    try expectRefusal()
    let old = try #require(try context.fetch(FetchDescriptor<Scout>(sortBy: [SortDescriptor(\.name)])).last)
    old.squads = []
    try expectRefusal()
    context.delete(old)
    try expectRefusal()
    old.squads.append(squad)
    try expectRefusal()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Squad>()).map(\.scouts.count).sorted() == [1, 2])
  }

  @Test func aListWithoutAnInverseIsNotLeftWithTooFew() throws {
    let badge = try #require(try squad("open").badges.first)
    context.delete(badge)
    try expectRefusal()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Emblem>()) == 2)
  }
}

@Model private final class Squad {
  var name: String
  @Relationship(minimumModelCount: 1, maximumModelCount: 2, inverse: \Scout.squads) var scouts: [Scout]
  @Relationship(minimumModelCount: 1) var badges: [Emblem]

  init(_ name: String, _ scouts: [Scout]) {
    self.name = name
    self.scouts = scouts
    badges = [Emblem()]
  }
}

@Model private final class Scout {
  var name: String
  var squads: [Squad] = []

  init(_ name: String) { self.name = name }
}

@Model private final class Emblem {
  var text = ""
  init() {}
}
