import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Anna has two stores; she shares one list with Ben and one with Carla.
@Suite("An item that goes from one shared list to another")
struct TwoSharedListsTests {
  private let remotes = SharedRemotes()
  private let anna, laptop, ben, carla: SharingStore
  private let work, trip: SyncIdentity

  init() async throws {
    anna = try await SharingStore(person: "Anna", number: 6, remotes)
    laptop = try await SharingStore(person: "Anna", number: 2, remotes)
    ben = try await SharingStore(person: "Ben", number: 3, remotes)
    carla = try await SharingStore(person: "Carla", number: 4, remotes)
    try anna.edit { context in
      for name in ["Work", "Trip", "Home"] { context.insert(SharedList(name)) }
      let cake = SharedItem("Cake", uid: "1")
      context.insert(cake)
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      cake.list = lists.first { $0.key == "home" }
    }
    work = try await anna.share("Work")
    trip = try await anna.share("Trip")
    try await ben.takePart(in: work)
    try await carla.takePart(in: trip)
    try await sync()
  }

  private func sync(_ stores: [SharingStore]? = nil) async throws {
    try await remotes.sync(stores ?? [anna, laptop, ben, carla])
  }

  private func change(_ store: SharingStore, title: String? = nil, list: String? = nil) throws {
    remotes.time += 10
    try store.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for item in try context.fetch(FetchDescriptor<SharedItem>()) {
        if let title { item.title = title }
        if let list { item.list = lists.first { $0.key == list } }
      }
    }
  }

  /// What is kept of a list's items, as each of its stores has it.
  private func kept(_ space: SyncIdentity, _ stores: [SharingStore]) async throws -> [Set<String>] {
    var kept: [Set<String>] = []
    for store in stores {
      for shared in try await store.own.sharedSpaces() where shared.space == space {
        let values = try await store.engine(of: shared).conflicts().flatMap(\.kept).map(\.value)
        kept.append(Set(values.compactMap(\.text)))
      }
    }
    return kept
  }

  /// The rounds: who syncs when, before all do.
  @Test(arguments: [[], [0], [0, 1], [1, 0], [0, 2, 1], [1, 3, 0]])
  func keepsWhatWasTypedBeforeAnotherStoreMovedItElsewhere(_ rounds: [Int]) async throws {
    try change(anna, title: "Apple cake")
    try change(anna, list: "work")
    try change(laptop, list: "trip")
    for number in rounds { try await [anna, laptop, ben, carla][number].round() }
    try await sync()
    for store in [anna, laptop, carla] { #expect(try store.items() == ["Trip: Cake"]) }
    #expect(try ben.items().isEmpty)
    for values in try await kept(work, [anna, laptop, ben]) {
      #expect(values.contains("Apple cake") && values.isSubset(of: ["Apple cake", "1"]), "\(values)")
    }
    #expect(!remotes.texts(of: trip).contains("Apple cake"))
  }

  @Test(arguments: [[], [0], [0, 1], [1, 0], [0, 2, 1]])
  func keepsTagsThatWereAddedBeforeAnotherStoreMovedItElsewhere(_ rounds: [Int]) async throws {
    remotes.time += 10
    try anna.edit { context in
      let tag = SharedTag("apple")
      context.insert(tag)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) { item.tags = [tag] }
    }
    try change(anna, list: "work")
    try change(laptop, list: "trip")
    for number in rounds { try await [anna, laptop, ben, carla][number].round() }
    try await sync()
    for store in [anna, laptop, carla] { #expect(try store.items() == ["Trip: Cake"]) }
    for store in [anna, laptop, ben] {
      let shared = try #require(try await store.own.sharedSpaces().first { $0.space == work })
      let kept = try await store.engine(of: shared).conflicts().flatMap(\.kept)
      #expect(kept.contains { if case .member("tags", _) = $0.key { true } else { false } }, "\(kept)")
    }
  }

  /// Heard of late, the earlier move counts as the later one; nothing is kept, since nothing is lost.
  @Test func orTheOtherOneDoes() async throws {
    try change(anna, title: "Apple cake")
    try change(anna, list: "work")
    try change(laptop, list: "trip")
    try await laptop.round()
    try await sync()
    for store in [anna, laptop, ben] { #expect(try store.items() == ["Work: Apple cake"]) }
    #expect(try carla.items().isEmpty)
    #expect(!remotes.texts(of: trip).contains("Apple cake"))
  }

  @Test(arguments: [[], [0], [1], [0, 2], [1, 0, 2]]) func keepsWhatOthersWroteThere(_ rounds: [Int]) async throws {
    try change(anna, list: "work")
    try await anna.round()
    try await ben.round()
    try change(ben, title: "Ben's cake")
    try change(laptop, list: "trip")
    for number in rounds { try await [anna, laptop, ben, carla][number].round() }
    try await sync()
    for store in [anna, laptop, carla] { #expect(try store.items() == ["Trip: Cake"]) }
    for values in try await kept(work, [anna, laptop, ben]) { #expect(values.contains("Ben's cake"), "\(values)") }
  }

  /// Whoever moves it knows what it was.
  @Test(arguments: [[], [0, 1], [1, 0]]) func andIsRenamedIsNoConflict(_ rounds: [Int]) async throws {
    try change(anna, title: "Apple cake", list: "work")
    try await sync()
    try change(laptop, title: "Plum cake", list: "trip")
    for number in rounds { try await [anna, laptop, ben, carla][number].round() }
    try await sync()
    for store in [anna, laptop, carla] { #expect(try store.items() == ["Trip: Plum cake"]) }
    #expect(try await kept(work, [anna, laptop, ben]).allSatisfy(\.isEmpty))
    #expect(try await kept(trip, [anna, laptop, carla]).allSatisfy(\.isEmpty))
    #expect(!remotes.texts(of: work).contains("Plum cake"))
  }

  /// A store that hears of both moves in one round leaves nothing to decide either.
  @Test func andBackIsNoConflict() async throws {
    try change(anna, list: "work")
    try await sync()
    try change(laptop, title: "Plum cake", list: "trip")
    try await laptop.round()
    try change(laptop, title: "Pear cake", list: "work")
    try await sync()
    for store in [anna, laptop, ben] { #expect(try store.items() == ["Work: Pear cake"]) }
    #expect(try await kept(work, [anna, laptop, ben]).allSatisfy(\.isEmpty))
    #expect(try await kept(trip, [anna, laptop, carla]).allSatisfy(\.isEmpty))
  }

  /// Whoever moved it did not know of that: what is added below it on the other list stays there.
  @Test func leavesOthersWhatTheyAddedBelowIt() async throws {
    try change(anna, list: "trip")
    try await sync()
    remotes.time += 10
    try carla.add("Icing", uid: "9", below: "Cake")
    try await carla.round()
    try await laptop.round()
    remotes.time += 10
    try anna.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for item in try context.fetch(FetchDescriptor<SharedItem>()) { item.list = lists.first { $0.key == "work" } }
    }
    try await anna.round()
    try await laptop.round()
    try await sync()
    #expect(try carla.items() == ["Trip: Icing"])
    #expect(try ben.items() == ["Work: Cake"])
    for store in [anna, laptop] { #expect(try store.items() == ["Trip: Icing", "Work: Cake"]) }
    #expect(!remotes.texts(of: work).contains("Icing"))
  }

  /// What has been on the list is not taken from the other one by who joins later and reads first that it came there.
  @Test func staysThereThoughSomebodyJoinsTheListThatItLeft() async throws {
    try change(anna, list: "work")
    try await sync()
    try change(anna, list: "trip")
    try await sync()
    try #require(try carla.items() == ["Trip: Cake"])
    // Receives two rows at a time.
    try await carla.join(work)
    try await sync()
    for store in [anna, laptop, carla] { #expect(try store.items() == ["Trip: Cake"]) }
    #expect(try await kept(trip, [anna, laptop, carla]).allSatisfy(\.isEmpty))
  }

  /// Somebody takes the item back that has been on both lists: what is below it is private by now.
  @Test func leavesPrivateWhatIsBelowIt() async throws {
    try anna.add("Icing", uid: "9", below: "Cake")
    func move(to list: String) throws {
      remotes.time += 10
      try anna.edit { context in
        let lists = try context.fetch(FetchDescriptor<SharedList>())
        for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Cake" {
          item.list = lists.first { $0.key == list }
        }
      }
    }
    try move(to: "work")
    try await sync()
    remotes.time += 10
    try ben.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.title = "Ben's cake" }
    }
    try move(to: "trip")
    try await sync()
    try move(to: "home")
    try await sync()
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "9" { item.title = "Secret" }
    }
    try await sync()
    try await ben.takeBack(["1"])
    try await sync()
    for space in [work, trip] { #expect(!remotes.texts(of: space).contains("Secret")) }
    for store in [anna, laptop] { #expect(try store.items().contains("-: Secret")) }
    #expect(try carla.items().isEmpty)
  }

  /// What the people of the list that it came from had written is not the owner's alone.
  @Test(arguments: [false, true]) func andKeepsNothingAsItsOwnersAloneThatTheListHad(_ wasAtWork: Bool) async throws {
    if wasAtWork {
      try change(anna, list: "work")
      try await sync()
    }
    try change(anna, list: "trip")
    try await sync()
    try change(carla, title: "Carla's cake")
    try await sync()
    try change(anna, list: "home")
    try change(carla, title: "Carla's second cake")
    try await sync()
    let shared = try #require(try await carla.own.sharedSpaces().first)
    let conflict = try #require(
      try await carla.engine(of: shared).conflicts().first { $0.values["uid"] == .text("1") })
    remotes.time += 10
    try await carla.engine(of: shared).write([.restore(conflict.row)])
    try await sync()
    for store in [anna, laptop] { #expect(try store.items() == ["Trip: Carla's second cake"]) }
    let kept = try await anna.own.conflicts().flatMap(\.kept).map(\.value)
    #expect(kept.isEmpty, "\(kept)")
  }
}
