import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Xenia shares one list with Yves and another one with Zoe; all have one machine each.
@Suite("A store that shares two lists and has no space of its own")
struct TwoListsNoOwnSpaceTests {
  private let remotes = SharedRemotes()
  private let xenia, yves, zoe: SharingStore
  private let garden, trip: SyncIdentity

  init() async throws {
    xenia = try await SharingStore(person: "Xenia", number: 1, remotes, hasOwnSpace: false)
    yves = try await SharingStore(person: "Yves", number: 2, remotes, hasOwnSpace: false)
    zoe = try await SharingStore(person: "Zoe", number: 3, remotes, hasOwnSpace: false)
    try xenia.edit { context in
      let (garden, home, trip) = (SharedList("Garden"), SharedList("Home"), SharedList("Trip"))
      let plan = SharedItem("Plan", uid: "1")
      for list in [garden, home, trip] { context.insert(list) }
      context.insert(plan)
      plan.list = garden
    }
    garden = try await xenia.share("Garden")
    trip = try await xenia.share("Trip")
    try await yves.takePart(in: garden)
    try await zoe.takePart(in: trip)
    try await sync()
    try #require(try yves.items() == ["Garden: Plan"])
  }

  private func sync() async throws { try await remotes.sync([xenia, yves, zoe], rounds: 3) }

  private func write(_ title: String, at store: SharingStore) throws {
    remotes.time += 10
    try store.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.title = title }
    }
  }

  private func move(to list: String) throws {
    remotes.time += 10
    try xenia.edit { context in
      let list = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == list }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.list = list }
    }
  }

  /// Takes what was saved on the list into batches, which nobody gets, before it is left and joined again.
  private func leaveAndJoin(_ edits: [() throws -> Void]) async throws {
    let shared = try #require(try await xenia.own.sharedSpaces().first { $0.space == garden })
    for edit in edits {
      try edit()
      _ = try await xenia.engine(of: shared).drain()
    }
    try await xenia.own.leave(shared.place)
    try await xenia.takePart(in: garden)
    try await sync()
  }

  /// What the people of one list know of an item is not what those of another one do.
  @Test(arguments: [false, true]) func privateTextIsKeptThoughTheItemWasOnAnotherSharedListSince(
    _ wasOnTrip: Bool
  ) async throws {
    try move(to: "home")
    try write("Yves's plan", at: yves)
    try await sync()
    try write("Secret plan", at: xenia)
    if wasOnTrip {
      try move(to: "trip")
      try await sync()
      try move(to: "home")
      try await sync()
    }
    try await yves.takeBack(["1"])
    try await sync()
    #expect(try yves.items() == ["Garden: Yves's plan"])
    let mine = try xenia.items()
    #expect(mine == ["Garden: Yves's plan", "Home: Secret plan"], "\(mine)")
  }

  /// Then the own space keeps it: with the item, or as a conflict, if it knew of the item before that was taken back.
  @Test(arguments: [false, true]) func privateTextIsKeptThoughAnOwnSpaceIsSetUpMeanwhile(
    _ hasRound: Bool
  ) async throws {
    try move(to: "home")
    try write("Yves's plan", at: yves)
    try await sync()
    try write("Secret plan", at: xenia)
    try await xenia.own.setUp(space: remotes.newIdentity())
    if hasRound { try await sync() }
    try await yves.takeBack(["1"])
    try await sync()
    let kept = try await xenia.own.conflicts().flatMap(\.kept).map(\.value)
    let mine = try xenia.items()
    #expect(kept == (hasRound ? [.text("Secret plan")] : []), "\(kept) \(mine)")
    #expect(mine == [hasRound ? "Garden: Yves's plan" : "Home: Secret plan"], "\(mine)")
  }

  /// What the others have not heard of is as it was when the item had left the list once.
  @Test(arguments: [false, true]) func whatWasNotSentIsKeptThoughItIsAsItWasOnce(_ wasAway: Bool) async throws {
    if wasAway {
      try move(to: "home")
      try await sync()
      try move(to: "garden")
      try await sync()
    }
    try write("Yves's plan", at: yves)
    try await sync()
    try await leaveAndJoin([{ try write("Plan", at: xenia) }])
    let mine = try xenia.items()
    #expect(mine.count { $0.hasSuffix(": Plan") } == 1 && mine.count { $0.hasSuffix(": Yves's plan") } == 1, "\(mine)")
  }

  /// Neither what was written nor that it was moved has been sent when the list is left.
  @Test(arguments: [false, true]) func whatWasNotSentIsKeptThoughTheItemWasMovedAway(_ isMoved: Bool) async throws {
    try await leaveAndJoin(
      [{ try write("My plan", at: xenia) }] + (isMoved ? [{ try move(to: "home") }] : []))
    let mine = try xenia.items()
    #expect(mine.count { $0.hasSuffix(": My plan") } == 1 && mine.count { $0.hasSuffix(": Plan") } == 1, "\(mine)")
  }

  /// Each of the lists has known what was in it.
  @Test func anItemThatWasOnBothListsComesBackAsItWas() async throws {
    try move(to: "home")
    try write("Yves's plan", at: yves)
    try await sync()
    for list in ["trip", "home"] {
      try move(to: list)
      try await sync()
    }
    try await yves.takeBack(["1"])
    try await sync()
    #expect(try xenia.items() == ["Garden: Yves's plan"])
  }
}
