import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Anna has two stores, Ben has one; Anna leaves a list that she shares with him, and comes back.
@Suite("Who leaves a shared list and joins it again takes nothing away from the others")
struct RejoinedListTests {
  private let garden: SharedGarden
  private var anna: SharingStore { garden.anna }
  private var laptop: SharingStore { garden.laptop }
  private var ben: SharingStore { garden.ben }
  private var remotes: SharedRemotes { garden.remotes }

  init() async throws { garden = try await SharedGarden() }

  private func expectAll(_ items: [String] = SharedGarden.all, lists: [String] = ["garden"]) async throws {
    for store in [anna, laptop, ben] {
      let (shown, names) = (try store.items(), try store.lists())
      #expect(shown == items)
      #expect(names == lists)
      #expect(try await store.own.sharedSpaces().count == 1)
    }
  }

  @Test func afterTheOtherStoreHeardOfIt() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    #expect(try await laptop.own.sharedSpaces().isEmpty)
    try await garden.join(anna)
    try await garden.syncAll()
    try await expectAll()
  }

  @Test func beforeTheOtherStoreHeardOfIt() async throws {
    try await garden.leave(anna)
    try await garden.join(anna)
    try await garden.syncAll()
    try await expectAll()
  }

  @Test func withTheOtherStore() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    try await garden.join(laptop)
    try await garden.syncAll()
    try await expectAll()
  }

  /// Not all has come yet: what is below an item that comes along is no edit of its own.
  @Test func andWhatIsMovedToItBeforeAllHasComeBringsItsSubItems() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    let place = try await anna.own.takePart(in: garden.space)
    let unjoined = try #require(try await anna.own.sharedSpaces().first { $0.place == place })
    try await anna.engine(of: unjoined).merge(Array(remotes.log(of: garden.space).batches.prefix(1)))
    let root = try #require(try await anna.own.sharedSpaces().first?.root)
    try anna.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      let (shed, door) = (SharedItem("Shed", uid: "8"), SharedItem("Door", uid: "9"))
      for item in [shed, door] { context.insert(item) }
      (shed.list, door.parent) = (nil, shed)
      try context.save()
      shed.list = lists.first { $0.persistentModelID.primaryKey == root }
    }
    try await anna.own.announce(garden.space, invitation: "\(garden.space)")
    try await garden.syncAll()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("-: Shed/Door") && shown.contains("Garden: Shed"), "\(shown)")
    }
  }

  /// What was written while the list was left is for nobody else: it is kept for a decision.
  @Test func andWhatWasWrittenMeanwhileIsKept() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    try garden.setTitle(of: "1", "Old tree", at: ben)
    try garden.setTitle(of: "2", "Deep hole", at: ben)
    // A test's edits count as written when they are drained.
    try await ben.round()
    try garden.setTitle(of: "1", "Apple tree", at: laptop)
    try laptop.edit { context in
      let tag = SharedTag("autumn")
      context.insert(tag)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" { item.tags = [tag] }
    }
    try await garden.syncAll()
    try await garden.join(anna)
    try await garden.syncAll()
    try await expectAll(["-: Old tree/Deep hole", "Garden: Bench", "Garden: Old tree #spring"])
    for store in [anna, laptop] {
      let conflicts = try await store.own.conflicts()
      #expect(conflicts.count == 2 && conflicts.allSatisfy { $0.kind == .deleted })
      #expect(Set(conflicts.flatMap(\.kept).map(\.value)) == [.text("Apple tree"), .text("m")])
    }
    #expect(remotes.texts(of: garden.space).isDisjoint(with: ["Apple tree", "autumn"]))
  }

  /// Who moves an item to another list while this one is left, and writes into it, means that for nobody else.
  @Test func andWhatWasMovedOffMeanwhileTellsNothing() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    remotes.time += 1
    try anna.edit { context in
      let home = SharedList("Home")
      context.insert(home)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" {
        (item.list, item.title) = (home, "Secret bench")
      }
    }
    try await garden.syncAll()
    try await garden.join(anna)
    try await garden.syncAll()
    #expect(!remotes.texts(of: garden.space).contains("Secret bench"))
    #expect(try ben.items() == SharedGarden.all)
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == SharedGarden.all)
      let kept = try await store.own.conflicts().flatMap(\.kept).map(\.value)
      #expect(kept.contains(.text("Secret bench")))
    }
  }

  /// What a store writes on hearing of the leaving is as late as it was written, and not as late as that.
  @Test func andTheLaterOfTwoEditsHoldsThoughTheOtherStoreHeardOfItAfterwards() async throws {
    try await garden.leave(anna)
    try garden.setTitle(of: "1", "Early", at: laptop)
    try garden.setTitle(of: "1", "Late", at: ben)
    try await garden.syncAll()
    try await garden.join(anna)
    try await garden.syncAll()
    try await expectAll(["-: Late/Hole", "Garden: Bench", "Garden: Late #spring"])
  }

  /// Leaving writes all rows into the own space; that is no edit of them.
  @Test func andWhatWasNotReceivedBeforeLeavingIsNotOverwritten() async throws {
    try garden.setTitle(of: "1", "First", at: ben)
    try await garden.syncAll()
    try garden.setTitle(of: "1", "Apple tree", at: ben)
    try await ben.round()
    try await garden.leave(anna)
    try await garden.syncAll()
    try await garden.join(anna)
    try await garden.syncAll()
    try await expectAll(["-: Apple tree/Hole", "Garden: Apple tree #spring", "Garden: Bench"])
  }

  @Test func andWhatTheOtherStoreDeletedStaysDeletedThoughItHadNotBeenSent() async throws {
    remotes.time += 1
    try laptop.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" { context.delete(item) }
    }
    try await garden.leave(anna)
    try await garden.syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == ["-: Tree/Hole", "Garden: Tree #spring"])
    }
    #expect(try ben.items() == SharedGarden.all)
  }

  @Test func andWhatTheOtherStoreHadSentAndTheLeavingOneNotReceivedStays() async throws {
    try garden.setTitle(of: "1", "Apple tree", at: laptop)
    try await laptop.round()
    try await garden.leave(anna)
    try await garden.syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == ["-: Apple tree/Hole", "Garden: Apple tree #spring", "Garden: Bench"])
    }
  }

  /// A list of the same name that loses its last item to the shared one is another list, and stays.
  @Test func andAnotherListOfThatNameStays() async throws {
    try ben.edit { context in context.insert(SharedList("Shed")) }
    let shed = try await ben.share("Shed")
    try await anna.takePart(in: shed)
    try await garden.syncAll()
    try await garden.leave(anna)
    try await garden.syncAll()
    try ben.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for list in lists where list.key == "garden" { (list.key, list.name) = ("yard", "Yard") }
    }
    try ben.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for list in lists where list.key == "shed" { (list.key, list.name) = ("garden", "Garden") }
    }
    try await garden.syncAll()
    let root = try await anna.own.sharedSpaces().first?.root
    remotes.time += 1
    try anna.edit { context in
      let shared = try context.fetch(FetchDescriptor<SharedList>()).first { $0.persistentModelID.primaryKey == root }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.list != nil { item.list = shared }
    }
    try await anna.round()
    // The laptop hears of the items' new list before it hears that the old one has them no more.
    let engine = laptop.engine(of: try #require(try await laptop.own.sharedSpaces().first))
    try await engine.round(with: remotes.remote(try #require(try await engine.status())))
    try await garden.syncAll()
    for store in [anna, laptop] {
      #expect(try store.lists() == ["garden", "garden (2)"])
      #expect(try store.items().count == 3)
    }
  }

  /// A store that joins the person's own space again has not heard what became of a list that it kept sharing.
  @Test func andAStoreThatJoinsItsOwnSpaceAgainLosesNothing() async throws {
    let own = SyncIdentity(namespace: TaskSchema.space, name: "Anna")
    try await anna.own.leave()
    remotes.time += 1
    try laptop.edit { context in
      let home = SharedList("Home")
      context.insert(home)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" { item.list = home }
    }
    try await laptop.round()
    remotes.time += 1
    try await anna.own.setUp(space: own)
    try await anna.own.round(with: remotes.remote(try #require(try await anna.own.status())))
    try await garden.syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == ["-: Tree/Hole", "Garden: Tree #spring", "Home: Bench"])
    }
  }

  /// What was added to the list while it was private stays that, below its items too.
  @Test func andWhatWasAddedMeanwhileStaysPrivate() async throws {
    try await garden.leave(anna)
    try await garden.syncAll()
    remotes.time += 1
    try laptop.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      let (secret, part) = (SharedItem("Secret", uid: "8"), SharedItem("Branch", uid: "9"))
      for item in [secret, part] { context.insert(item) }
      secret.list = try context.fetch(FetchDescriptor<SharedList>()).first
      part.parent = items.first { $0.title == "Tree" }
    }
    try await garden.syncAll()
    try await garden.join(anna)
    try await garden.syncAll()
    #expect(!remotes.texts(of: garden.space).contains("Secret"))
    #expect(!remotes.texts(of: garden.space).contains("Branch"))
    #expect(try ben.items() == SharedGarden.all)
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(
        shown == [
          "-: Branch", "-: Tree/Hole", "Garden (2): Bench", "Garden (2): Tree #spring", "Garden: Secret",
        ])
      #expect(try store.lists().count == 2)
    }
  }

  /// Carla has the same items of her own, of a backup that he was given.
  @Test func andWhoHasTheSameItemsAlreadyTakesThemAlong() async throws {
    let carla = try await SharingStore(person: "Carla", number: 4, remotes)
    remotes.time += 1
    try carla.edit { context in
      let list = SharedList("Garden")
      context.insert(list)
      for (title, uid) in [("Tree", "1"), ("Bench", "3")] {
        let item = SharedItem(title, uid: uid)
        context.insert(item)
        item.list = list
      }
    }
    try await carla.round()
    try await garden.join(carla)
    try await garden.syncAll()
    for _ in 0..<3 { try await carla.round() }
    try await garden.syncAll()
    try await expectAll()
    #expect(try carla.items() == SharedGarden.all)
  }

  @Test func andSharingItAnewIsNoReturn() async throws {
    try await garden.leave(anna)
    let other = try await anna.share("Garden")
    try await garden.syncAll()
    for store in [anna, laptop] {
      let (shown, names) = (try store.items(), try store.lists())
      #expect(shown == SharedGarden.all)
      #expect(names == ["garden"])
      #expect(try await store.own.sharedSpaces().map(\.space) == [other])
    }
    #expect(try ben.items() == SharedGarden.all)
  }

  /// The laptop has not yet what was written last, and must not write over it.
  @Test func andLeavingKeepsTheLatestValues() async throws {
    try garden.setTitle(of: "1", "Apple tree", at: anna)
    try await garden.leave(anna)
    try await garden.syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == ["-: Apple tree/Hole", "Garden: Apple tree #spring", "Garden: Bench"])
    }
  }

  @Test func andWhatWasNotSentYetStaysOfWhoHearsOfIt() async throws {
    try garden.setTitle(of: "1", "Apple tree", at: laptop)
    try laptop.edit { context in
      let item = SharedItem("Hedge", uid: "4")
      context.insert(item)
      item.list = try context.fetch(FetchDescriptor<SharedList>()).first
    }
    try await garden.leave(anna)
    try await garden.syncAll()
    for store in [anna, laptop] {
      #expect(
        try store.items() == ["-: Apple tree/Hole", "Garden: Apple tree #spring", "Garden: Bench", "Garden: Hedge"])
    }
  }

  @Test func andWhatIsDeletedAfterwardsDoesNotComeBack() async throws {
    try await garden.leave(anna)
    remotes.time += 1
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "3" { context.delete(item) }
    }
    try await garden.syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown == ["-: Tree/Hole", "Garden: Tree #spring"])
    }
    #expect(try ben.items() == SharedGarden.all)
  }

  /// The way that the documentation gives to another place, with the list left on one machine only.
  @Test func andAnotherStoreThatStillSharesTheListKeepsIt() async throws {
    try await anna.own.leave()
    try await garden.leave(anna)
    try await laptop.own.leave()
    remotes.time += 1
    let other = SyncIdentity(namespace: TaskSchema.space, name: "Anna again")
    try await anna.own.setUp(space: other)
    try await anna.round()
    remotes.time += 1
    try await laptop.own.setUp(space: other)
    for shared in try await laptop.own.unannouncedSpaces() {
      try await laptop.own.announce(shared, invitation: "\(shared)")
    }
    try await garden.syncAll()
    #expect(try ben.items() == SharedGarden.all)
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(Set(shown.map { $0.replacing(" (2)", with: "") }) == Set(SharedGarden.all))
      #expect(try shown == laptop.items())
    }
  }
}
