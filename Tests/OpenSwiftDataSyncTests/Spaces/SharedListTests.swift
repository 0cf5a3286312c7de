import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Anna has two stores, Ben has one; Anna shares a list with him.
@Suite("A list that is shared is in a space of its own")
struct SharedListTests {
  let remotes = SharedRemotes()
  let anna, laptop, ben: SharingStore

  init() async throws {
    anna = try await SharingStore(person: "Anna", number: 1, remotes)
    laptop = try await SharingStore(person: "Anna", number: 2, remotes)
    ben = try await SharingStore(person: "Ben", number: 3, remotes)
    try anna.edit { context in
      let (work, home) = (SharedList("Work"), SharedList("Home"))
      let tag = SharedTag("urgent")
      let (report, part, cake) = (
        SharedItem("Report", uid: "1"), SharedItem("Figures", uid: "2"), SharedItem("Cake", uid: "3")
      )
      for list in [work, home] { context.insert(list) }
      for item in [report, part, cake] { context.insert(item) }
      context.insert(tag)
      context.insert(PrivateNote("secret"))
      (report.list, part.parent, cake.list) = (work, report, home)
      report.tags = [tag]
      cake.tags = [tag]
    }
    try await syncAll()
  }

  func syncAll() async throws { try await remotes.sync([anna, laptop, ben]) }

  @discardableResult
  func share() async throws -> SyncIdentity {
    let space = try await anna.share("Work")
    try await ben.takePart(in: space)
    try await syncAll()
    return space
  }

  static let whole = ["-: Report/Figures", "Home: Cake #urgent", "Work: Report #urgent"]
  static let shared = ["-: Report/Figures", "Work: Report #urgent"]

  /// Moves an item to a list, perhaps under another title, in one go.
  func move(_ title: String, to key: String, as newTitle: String? = nil, at store: SharingStore) throws {
    try store.edit { context in
      let list = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == key }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == title {
        (item.list, item.title) = (list, newTitle ?? title)
      }
    }
  }

  func setTitle(of title: String, _ newTitle: String, at store: SharingStore) throws {
    try store.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == title { item.title = newTitle }
    }
  }

  /// A program that ends right after sharing has told nobody: the next round has to.
  @Test func andIsKnownToBeUnannouncedUntilItIs() async throws {
    let space = try await anna.share("Work", announces: false)
    #expect(try await anna.own.unannouncedSpaces() == [space])
    try await anna.own.announce(space, invitation: "\(space)")
    #expect(try await anna.own.unannouncedSpaces().isEmpty)
    try await syncAll()
    #expect(try await laptop.own.announcements() == ["\(space)"])
    #expect(try await laptop.own.unannouncedSpaces().isEmpty)
  }

  /// Others who want to write wait no longer for a store that shares a list than for one that shares none.
  @Test func andALargeChangeIsDrainedInPortions() async throws {
    try await share()
    try anna.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for number in 0..<20 {
        let item = SharedItem("new \(number)", uid: "new \(number)")
        context.insert(item)
        item.list = lists.first { $0.key == (number % 2 == 0 ? "work" : "home") }
      }
    }
    let shared = try #require(try await anna.own.sharedSpaces().first)
    for engine in [anna.own, anna.engine(of: shared)] {
      var counts: [Int] = []
      while case let count = try await engine.drain(), count > 0 { counts.append(count) }
      #expect(counts.allSatisfy { $0 <= 2 } && counts.reduce(0, +) == 10, "\(counts)")
    }
    try await syncAll()
    #expect(try laptop.items() == anna.items())
    #expect(try ben.items().count == Self.shared.count + 10)
  }

  @Test func othersSeeTheListWithItsItemsAndNothingElse() async throws {
    let space = try await share()
    #expect(try anna.items() == Self.whole)
    #expect(try laptop.items() == Self.whole)
    #expect(try ben.items() == Self.shared)
    #expect(try ben.lists() == ["work"])
    #expect(remotes.texts(of: space).isDisjoint(with: ["Cake", "Home", "secret"]))
  }

  /// A tag says something about what it is on.
  @Test func othersLearnOfTheTagsOnTheListAndOfNoOthers() async throws {
    try anna.edit { context in
      let cake = try #require(try context.fetch(FetchDescriptor<SharedItem>()).first { $0.title == "Cake" })
      let tag = SharedTag("oncology")
      context.insert(tag)
      cake.tags.append(tag)
    }
    let space = try await share()
    #expect(remotes.texts(of: space).contains("urgent"))
    #expect(!remotes.texts(of: space).contains("oncology"))
    #expect(try ben.tags() == ["urgent"])
    try anna.edit { context in
      let report = try #require(try context.fetch(FetchDescriptor<SharedItem>()).first { $0.title == "Report" })
      report.tags = try context.fetch(FetchDescriptor<SharedTag>())
    }
    try await syncAll()
    #expect(try ben.tags() == ["oncology", "urgent"])
  }

  @Test func anItemKeepsItsNumberOnEveryMachineOfWhoeverShares() async throws {
    func keys(_ store: SharingStore) throws -> [String: Int64?] {
      let items = try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>())
      return Dictionary(uniqueKeysWithValues: items.map { ($0.title, $0.persistentModelID.primaryKey) })
    }
    let before = try (keys(anna), keys(laptop))
    try await share()
    #expect(try keys(anna) == before.0)
    #expect(try keys(laptop) == before.1)
  }

  @Test func editsGoBothWays() async throws {
    try await share()
    try ben.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Report" {
        item.title = "Long report"
        let tag = SharedTag("ben")
        context.insert(tag)
        item.tags.append(tag)
      }
      let new = SharedItem("Cover", uid: "4")
      context.insert(new)
      new.list = try context.fetch(FetchDescriptor<SharedList>()).first
    }
    try await syncAll()
    let wanted = [
      "-: Long report/Figures", "Home: Cake #urgent", "Work: Cover", "Work: Long report #ben #urgent",
    ]
    #expect(try anna.items() == wanted)
    #expect(try laptop.items() == wanted)
  }

  @Test func anItemThatIsMovedOutIsPrivateAgainAndOneThatIsMovedInIsShared() async throws {
    let space = try await share()
    try laptop.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      let home = lists.first { $0.key == "home" }
      let work = lists.first { $0.key == "work" }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) {
        if item.title == "Report" { item.list = home }
        if item.title == "Cake" { item.list = work }
      }
    }
    try await syncAll()
    let wanted = ["-: Report/Figures", "Home: Report #urgent", "Work: Cake #urgent"]
    #expect(try anna.items() == wanted)
    #expect(try laptop.items() == wanted)
    #expect(try ben.items() == ["Work: Cake #urgent"])
    #expect(remotes.texts(of: space).contains("Cake"))
    // And back.
    try anna.edit { context in
      let work = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "work" }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Report" { item.list = work }
    }
    try await syncAll()
    #expect(try ben.items() == ["-: Report/Figures", "Work: Cake #urgent", "Work: Report #urgent"])
    #expect(try laptop.items() == ["-: Report/Figures", "Work: Cake #urgent", "Work: Report #urgent"])
  }

  @Test func aTagThatIsRenamedOrDeletedHereStaysAsItIsThere() async throws {
    try await share()
    try ben.edit { context in
      let tag = try context.fetch(FetchDescriptor<SharedTag>()).first
      tag?.name = "later"
    }
    try await syncAll()
    #expect(try ben.items() == ["-: Report/Figures", "Work: Report #later"])
    #expect(try anna.items() == ["-: Report/Figures", "Home: Cake #urgent", "Work: Report #later"])
    #expect(try laptop.items() == ["-: Report/Figures", "Home: Cake #urgent", "Work: Report #later"])
    try ben.edit { context in
      for tag in try context.fetch(FetchDescriptor<SharedTag>()) { context.delete(tag) }
    }
    try await syncAll()
    #expect(try ben.items() == ["-: Report/Figures", "Work: Report"])
    #expect(try anna.items() == ["-: Report/Figures", "Home: Cake #urgent", "Work: Report"])
    #expect(try anna.tags() == ["later", "urgent"])
  }

  @Test func aListOfTheSameNameIsAnotherList() async throws {
    try ben.edit { context in
      let list = SharedList("Work")
      let item = SharedItem("Mine", uid: "9")
      context.insert(list)
      context.insert(item)
      item.list = list
    }
    let space = try await share()
    #expect(try ben.lists() == ["work", "work (2)"])
    #expect(try ben.items() == ["-: Report/Figures", "Work (2): Report #urgent", "Work: Mine"])
    #expect(try anna.items() == Self.whole)
    #expect(!remotes.texts(of: space).contains("Mine"))
  }

  @Test func whoeverLeavesKeepsTheItemsOnAllMachines() async throws {
    try await share()
    let place = try #require(try await laptop.own.sharedSpaces().first?.place)
    try await laptop.own.leave(place)
    try await syncAll()
    for store in [anna, laptop] {
      #expect(try await store.own.sharedSpaces().isEmpty)
      #expect(try store.items() == Self.whole)
    }
    #expect(try ben.items() == Self.shared)
    try ben.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) { item.title += "!" }
    }
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Report" { item.title = "Ours" }
    }
    try await syncAll()
    #expect(try laptop.items() == ["-: Ours/Figures", "Home: Cake #urgent", "Work: Ours #urgent"])
    #expect(try ben.items() == ["-: Report!/Figures!", "Work: Report! #urgent"])
  }

  @Test func aListThatIsDeletedTakesItsItemsBack() async throws {
    try await share()
    try anna.edit { context in
      for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == "work" { context.delete(list) }
    }
    try await syncAll()
    #expect(try anna.items() == ["-: Report #urgent", "-: Report/Figures", "Home: Cake #urgent"])
    #expect(try laptop.items() == ["-: Report #urgent", "-: Report/Figures", "Home: Cake #urgent"])
    #expect(try ben.items() == [])
    #expect(try ben.lists() == [])
  }

  /// What is saved after a change that is drained in portions is not overwritten by an earlier one of them.
  @Test func andAChangeThatIsDrainedInPortionsOverwritesNothing() async throws {
    try await share()
    try await syncAll()
    let space = try #require(try await anna.own.sharedSpaces().first)
    try anna.edit { context in
      let work = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "work" }
      for number in 0..<6 {
        let item = SharedItem("new \(number)", uid: "new \(number)")
        context.insert(item)
        item.list = work
      }
    }
    try await syncAll()
    // Portions of two rows.
    remotes.time += 10
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.list?.key == "work" {
        let tag = try context.fetch(FetchDescriptor<SharedTag>()).first
        item.tags = tag.map { [$0] } ?? []
        item.parent = nil
        item.title += "!"
      }
    }
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "new 0!" { item.title = "later" }
    }
    _ = try await anna.engine(of: space).drain()
    #expect(try anna.items().contains { $0.contains("later") })
    try await syncAll()
    for store in [anna, laptop, ben] { #expect(try store.items().contains { $0.contains("later") }) }
  }

  /// Whoever deletes the list knows nothing of it.
  @Test func whatIsAddedToAListThatIsDeletedMeanwhileStaysWithWhomItIsFrom() async throws {
    try await share()
    try anna.edit { context in
      for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == "work" { context.delete(list) }
    }
    remotes.time += 1
    try ben.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      let (cover, back) = (SharedItem("Cover", uid: "4"), SharedItem("Back", uid: "5"))
      let page = SharedItem("Page", uid: "6")
      for item in [cover, back, page] { context.insert(item) }
      cover.list = try context.fetch(FetchDescriptor<SharedList>()).first
      page.parent = cover
      back.parent = items.first { $0.title == "Report" }
    }
    try await syncAll()
    #expect(try ben.items() == ["-: Back", "-: Cover", "-: Cover/Page"])
    #expect(try anna.items() == ["-: Report #urgent", "-: Report/Figures", "Home: Cake #urgent"])
    #expect(try laptop.items() == anna.items())
  }

  @Test func whatCanNotBeSharedIsRefused() async throws {
    try await share()
    await #expect(throws: SyncError.self) { try await anna.share("Work") }
    await #expect(throws: SyncError.self) { _ = try await anna.own.share(999, as: .random()) }
  }
}
