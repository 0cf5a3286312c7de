import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Xenia and Yves have one machine each, and share a list.
@Suite("A store that shares a list and has no space of its own")
struct NoOwnSpaceTests {
  private let remotes = SharedRemotes()
  private let xenia, yves: SharingStore
  private let space: SyncIdentity

  init() async throws {
    xenia = try await SharingStore(person: "Xenia", number: 1, remotes, hasOwnSpace: false)
    yves = try await SharingStore(person: "Yves", number: 2, remotes, hasOwnSpace: false)
    try xenia.edit { context in
      let (garden, home) = (SharedList("Garden"), SharedList("Home"))
      let (plan, step) = (SharedItem("Plan", uid: "1"), SharedItem("Step", uid: "2"))
      for list in [garden, home] { context.insert(list) }
      for item in [plan, step] { context.insert(item) }
      (plan.list, step.parent) = (garden, plan)
    }
    space = try await xenia.share("Garden")
    try await yves.takePart(in: space)
    try await sync()
    try #require(try yves.items() == ["-: Plan/Step", "Garden: Plan"])
  }

  private func sync() async throws { try await remotes.sync([xenia, yves], rounds: 3) }

  private func write(_ title: String, into uid: String, tag: String? = nil, at store: SharingStore) throws {
    remotes.time += 10
    try store.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == uid {
        item.title = title
        guard let tag else { continue }
        let new = SharedTag(tag)
        context.insert(new)
        item.tags.append(new)
      }
    }
  }

  private func moveHome() throws {
    remotes.time += 10
    try xenia.edit { context in
      let home = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "home" }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.list = home }
    }
  }

  /// Yves takes back what Xenia has moved away.
  private func takeBack(_ uids: [String] = ["1"]) async throws {
    try await yves.takeBack(uids)
    try await sync()
  }

  @Test func keepsWhatWasWrittenAfterAnItemWasMovedAwayThoughAnotherTakesItBack() async throws {
    try moveHome()
    try write("Yves's plan", into: "1", at: yves)
    try await sync()
    try write("Secret plan", into: "1", tag: "secret", at: xenia)
    try await takeBack()
    #expect(try yves.items().contains("Garden: Yves's plan"))
    #expect(try xenia.items().contains("Garden: Yves's plan"))
    #expect(try xenia.items().contains("Home: Secret plan #secret"))
    #expect(remotes.texts(of: space).isDisjoint(with: ["Secret plan", "secret"]))
  }

  @Test func andWhatIsBelowIt() async throws {
    try moveHome()
    try write("Yves's plan", into: "1", at: yves)
    try await sync()
    try write("Secret plan", into: "1", at: xenia)
    try xenia.add("Secret step", uid: "9", below: "Secret plan")
    try await takeBack()
    #expect(try xenia.items().contains("Home: Secret plan"))
    #expect(try xenia.items().contains("-: Secret plan/Secret step"))
    #expect(remotes.texts(of: space).isDisjoint(with: ["Secret plan", "Secret step"]))
  }

  @Test(arguments: [nil, "spring"]) func makesNoSecondItemOfOneThatIsTakenBackAsItWas(_ tag: String?) async throws {
    try write("Plan", into: "1", tag: tag, at: xenia)
    try await sync()
    try moveHome()
    try write("Yves's plan", into: "1", at: yves)
    try await sync()
    try await takeBack()
    let theirs = "Garden: Yves's plan\(tag.map { " #\($0)" } ?? "")"
    #expect(try yves.items().contains(theirs))
    #expect(try xenia.items().filter { $0.contains("lan") && !$0.contains("Step") } == [theirs])
  }

  /// The others are out of reach, and the list is left all the same.
  @Test func keepsWhatWasNotSentWhenTheListWasLeft() async throws {
    try write("My plan", into: "1", at: xenia)
    let shared = try #require(try await xenia.own.sharedSpaces().first)
    _ = try await xenia.engine(of: shared).drain()
    try await xenia.own.leave(shared.place)
    try await xenia.takePart(in: space)
    try await sync()
    #expect(try yves.items() == ["-: Plan/Step", "Garden: Plan"])
    let mine = try xenia.items()
    #expect(mine.count { $0.hasSuffix(": My plan") } == 1 && mine.count == 3, "\(mine)")
  }

  @Test(arguments: [false, true]) func keepsWhatWasWrittenWhileTheListWasLeft(_ othersWrite: Bool) async throws {
    let shared = try #require(try await xenia.own.sharedSpaces().first)
    try await xenia.own.leave(shared.place)
    try write("My plan", into: "1", at: xenia)
    if othersWrite { try write("Yves's plan", into: "1", at: yves) }
    try await sync()
    _ = try await xenia.own.takePart(in: space)
    try await sync()
    let theirs = othersWrite ? "Yves's plan" : "Plan"
    #expect(try yves.items() == ["-: \(theirs)/Step", "Garden: \(theirs)"])
    let mine = try xenia.items()
    #expect(mine.count { $0.hasSuffix(": My plan") } == 1 && mine.count == 3, "\(mine)")
    #expect(!remotes.texts(of: space).contains("My plan"))
  }

  /// Others who take an item back don't know of what is below it in another store.
  @Test func theCopyOfASubItemStaysBelowItsItem() async throws {
    try moveHome()
    try write("Yves's step", into: "2", at: yves)
    try await sync()
    try write("Secret step", into: "2", at: xenia)
    try await takeBack(["2"])
    let mine = try xenia.items()
    #expect(mine == ["-: Plan/Secret step", "Garden: Yves's step", "Home: Plan"], "\(mine)")
  }

  @Test(arguments: [["1", "2"], ["2", "1"]]) func andBelowTheCopyOfThatIfBothHaveChanged(
    _ uids: [String]
  ) async throws {
    try moveHome()
    for uid in uids { try write("Yves's \(uid)", into: uid, at: yves) }
    try await sync()
    for uid in uids { try write("Secret \(uid)", into: uid, at: xenia) }
    try await takeBack(uids)
    let mine = try xenia.items()
    #expect(
      mine == ["-: Secret 1/Secret 2", "-: Yves's 1/Yves's 2", "Garden: Yves's 1", "Home: Secret 1"], "\(mine)")
  }

  /// They come back with several rounds.
  @Test(arguments: [["1", "2"], ["2", "1"]]) func alsoIfTheyAreTakenBackOneByOne(_ uids: [String]) async throws {
    try moveHome()
    for uid in uids { try write("Yves's \(uid)", into: uid, at: yves) }
    try await sync()
    for uid in uids { try write("Secret \(uid)", into: uid, at: xenia) }
    for uid in uids { try await takeBack([uid]) }
    let mine = try xenia.items()
    #expect(mine.contains("Home: Secret 1") && mine.contains("-: Secret 1/Secret 2") && mine.count == 4, "\(mine)")
    #expect(remotes.texts(of: space).isDisjoint(with: ["Secret 1", "Secret 2"]))
  }

  /// The item itself is on the shared list again, as it was.
  @Test func theCopyOfASubItemGoesToTheListThatItsItemWasOn() async throws {
    try moveHome()
    for uid in ["1", "2"] { try write("Yves's \(uid)", into: uid, at: yves) }
    try await sync()
    try write("Secret step", into: "2", at: xenia)
    try await takeBack(["1", "2"])
    let mine = try xenia.items()
    #expect(mine == ["-: Yves's 1/Yves's 2", "Garden: Yves's 1", "Home: Secret step"], "\(mine)")
  }

  /// Its own space told it to leave the list, before it left that space, too.
  @Test func hasNoSecondItemsOfAListThatItComesBackTo() async throws {
    let garden = try await SharedGarden()
    try await garden.leave(garden.anna)
    try await garden.syncAll()
    try #require(try await garden.laptop.own.sharedSpaces().isEmpty)
    try await garden.laptop.own.leave()
    try garden.setTitle(of: "1", "Old tree", at: garden.ben)
    try await garden.sync([garden.ben])
    try await garden.join(garden.laptop)
    try await garden.sync([garden.ben, garden.laptop])
    let shown = try garden.laptop.items()
    #expect(shown == ["-: Old tree/Hole", "Garden: Bench", "Garden: Old tree #spring"], "\(shown)")
  }

  /// An earlier version had one note of an item for all lists.
  @Test func replacesTheNotesOfAnEarlierVersion() async throws {
    try ReplicationTransaction.run(in: xenia.container, author: "an earlier version") { transaction in
      try transaction.execute(
        """
        DROP TABLE openswiftdatasyncelsewhere;
        CREATE TABLE openswiftdatasyncdeparted(
          entity TEXT NOT NULL, key INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY(entity, key)) WITHOUT ROWID
        """)
    }
    try moveHome()
    try write("Yves's plan", into: "1", at: yves)
    try await sync()
    try await takeBack()
    #expect(try xenia.items().filter { $0.hasSuffix("lan") } == ["Garden: Yves's plan"])
    #expect(try !ReplicationTransaction.hasTable(like: "openswiftdatasyncdeparted", in: xenia.container))
  }

  /// What an item waits for, and what waits for it.
  @Test(arguments: [false, true]) func whatStaysAsOnesOwnWaitsAsBefore(_ areTakenBack: Bool) async throws {
    try xenia.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      let list = lists.first { $0.key == (areTakenBack ? "garden" : "home") }
      let found = try context.fetch(FetchDescriptor<SharedItem>()).first { $0.uid == "1" }
      let plan = try #require(found)
      let (before, after) = (SharedItem("Before", uid: "7"), SharedItem("After", uid: "8"))
      for item in [before, after] {
        context.insert(item)
        item.list = list
      }
      (plan.blockers, after.blockers) = ([before], [plan])
    }
    try await sync()
    remotes.time += 10
    try xenia.edit { context in
      let home = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "home" }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.parent == nil { item.list = home }
    }
    let uids = areTakenBack ? ["1", "7", "8"] : ["1"]
    for uid in uids { try write("Yves's \(uid)", into: uid, at: yves) }
    try await sync()
    for uid in uids { try write("Secret \(uid)", into: uid, at: xenia) }
    try await takeBack(uids)
    let items = try ModelContext(xenia.container).fetch(FetchDescriptor<SharedItem>())
    let copy = try #require(items.first { $0.title == "Secret 1" })
    #expect(copy.blockers.map(\.title) == [areTakenBack ? "Secret 7" : "Before"])
    #expect(copy.blocked.map(\.title) == [areTakenBack ? "Secret 8" : "After"])
  }
}
