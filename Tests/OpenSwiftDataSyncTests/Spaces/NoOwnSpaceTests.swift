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

  private func sync() async throws {
    for _ in 0..<3 {
      for store in [xenia, yves] {
        remotes.time += 1
        try await store.round()
      }
    }
  }

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
  private func takeBack() async throws {
    let shared = try #require(try await yves.own.sharedSpaces().first)
    let conflict = try #require(
      try await yves.engine(of: shared).conflicts().first { $0.values["uid"] == .text("1") })
    remotes.time += 10
    try await yves.engine(of: shared).write([.restore(conflict.row)])
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

  @Test func makesNoSecondItemOfOneThatIsTakenBackAsItWas() async throws {
    try moveHome()
    try write("Yves's plan", into: "1", at: yves)
    try await sync()
    try await takeBack()
    #expect(try yves.items().contains("Garden: Yves's plan"))
    #expect(try xenia.items().filter { $0.hasSuffix("lan") } == ["Garden: Yves's plan"])
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
}
