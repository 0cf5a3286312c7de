import Foundation
import Testing

@testable import OpenSwiftData

/// The rule `.noAction` leaves the column as it is, so that it leads to a row that is gone.
@Suite("A reference that a delete rule leaves behind is nil, whoever is asked")
struct DanglingReferenceTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let team: Team
  private let teamIdentifier: PersistentIdentifier

  init() throws {
    container = try memoryContainer(Team.self, Player.self)
    context = ModelContext(container)
    team = Team([Player("a"), Player("b")])
    let other = Team([Player("c")])
    team.name = "gone"
    for model in [team, other] { context.insert(model) }
    context.insert(Player("free"))
    try context.save()
    teamIdentifier = team.persistentModelID
  }

  private var predicates: [(name: String, predicate: Predicate<Player>, expected: [String])] {
    let identifier = teamIdentifier
    return [
      ("== nil", #Predicate { $0.team == nil }, ["a", "b", "free"]),
      ("!= nil", #Predicate { $0.team != nil }, ["c"]),
      ("identifier", #Predicate { $0.team?.persistentModelID == identifier }, []),
      ("another identifier", #Predicate { $0.team?.persistentModelID != identifier }, ["a", "b", "c", "free"]),
      ("identifier, unwrapped", #Predicate { $0.team!.persistentModelID == identifier }, []),
      ("another, unwrapped", #Predicate { !($0.team!.persistentModelID == identifier) }, ["c"]),
      ("name", #Predicate { $0.team?.name == "gone" }, []),
      ("name ??", #Predicate { ($0.team?.name ?? "none") == "none" }, ["a", "b", "free"]),
      ("its other players", #Predicate { ($0.team?.players.count ?? 0) > 1 }, []),
      ("its players, unwrapped", #Predicate { $0.team!.players.count < 3 }, ["c"]),
      ("if let", #Predicate { if let team = $0.team { team.name != "?" } else { false } }, ["c"]),
    ]
  }

  private func check(_ context: ModelContext, _ moment: String) throws {
    let all = try context.fetch(FetchDescriptor<Player>(sortBy: [SortDescriptor(\.name)]))
    for (name, predicate, expected) in predicates {
      let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
      let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
      #expect(found == expected, "\(moment): \(name)")
      #expect(count == expected.count, "\(moment): \(name)")
      let matching = all.filter(MemoryPredicate(predicate).matches).map(\.name)
      #expect(matching == expected, "\(moment): \(name) in memory")
    }
  }

  @Test func beforeTheSaveAndAfterItInEveryContext() throws {
    let other = ModelContext(container)
    let held = try other.fetch(FetchDescriptor<Player>())
    #expect(held.count { $0.team != nil } == 3)
    context.delete(team)
    try check(context, "before the save")
    try context.save()
    try check(context, "after the save")
    try check(other, "where they were held")
    try check(ModelContext(container), "in a new context")
  }

  @Test func sqlSaysItAndAnIndexServesIdentifiers() throws {
    for (name, predicate, _) in predicates { #expect(try context.isSaidBySQL(predicate), "\(name)") }
    let identifier = teamIdentifier
    let predicate = #Predicate<Player> { $0.team?.persistentModelID == identifier }
    let plan = try context.plan(FetchDescriptor(predicate: predicate))
    #expect(plan.contains("SEARCH t0 USING"), "\(plan)")
  }

  @Test func nobodyIsCountedForARowThatIsGone() throws {
    context.delete(team)
    try context.save()
    #expect(try context.fetchCounts(by: \Player.team).values.sorted() == [1])
  }
}

/// What is asked of the far end before a row may go: the rules of the model that keeps the reference.
@Suite("A reference to a row that is gone")
struct DanglingRuleTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let mast = Mast()
  private let flag = Flag()

  init() throws {
    container = try memoryContainer(Mast.self, Flag.self)
    context = ModelContext(container)
    context.insert(mast)
    flag.mast = mast
    try context.save()
  }

  @Test func isNotFollowedByTheRulesOfTheOneThatKeepsIt() throws {
    #expect(throws: SwiftDataError.deletionDenied) {
      context.delete(flag)
      try context.save()
    }
    context.rollback()
    context.delete(mast)
    try context.save()
    context.delete(flag)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Flag>()) == 0)
  }

  @Test func leadsToTheRowAgainOnceItIsBack() throws {
    let identifier = mast.persistentModelID
    context.delete(mast)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Flag>(predicate: #Predicate { $0.mast == nil })) == 1)
    try context.exclusiveTransaction { context.insert(Mast(), as: identifier) }
    let fresh = ModelContext(container)
    let found = try fresh.fetch(FetchDescriptor<Flag>(predicate: #Predicate { $0.mast != nil }))
    #expect(found.map { $0.mast?.persistentModelID } == [identifier])
  }
}

@Model final class Mast {
  @Relationship(deleteRule: .noAction, inverse: \Flag.mast) var flags: [Flag] = []

  init() {}
}

@Model final class Flag {
  @Relationship(deleteRule: .deny) var mast: Mast?

  init() {}
}
