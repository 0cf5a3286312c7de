import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// What is written into an item that goes from one space to another, on the other machines and in the other space.
extension SharedListTests {
  /// Taking what is kept puts the item back on the list, with the value that is kept.
  @Test func whatIsWrittenWhileAnotherMovesTheItemAwayIsKept() async throws {
    try await share()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    remotes.time += 10
    try setTitle(of: "Report", "Long report", at: ben)
    try await syncAll()
    let shared = try #require(try await anna.own.sharedSpaces().first)
    let conflict = try #require(try await anna.engine(of: shared).conflicts().first)
    #expect(conflict.kind == .deleted && conflict.kept.map(\.value) == [.text("Long report")])
    #expect(try laptop.items().contains("Home: Report #urgent"))
    remotes.time += 10
    try await anna.engine(of: shared).write([.restore(conflict.row)])
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("Work: Long report #urgent"), "\(shown)")
    }
    #expect(try await anna.engine(of: shared).conflicts().isEmpty)
  }

  @Test func whatIsWrittenWithMovingAnItemAwayIsPrivate() async throws {
    let space = try await share()
    try move("Report", to: "home", as: "Application elsewhere", at: anna)
    try await syncAll()
    #expect(try laptop.items().contains("Home: Application elsewhere #urgent"))
    #expect(!remotes.texts(of: space).contains("Application elsewhere"))
  }

  /// Somebody else takes the item back: what its owner wrote meanwhile is still the owner's.
  @Test func whatIsPrivateStaysSoThoughAnotherTakesTheItemBack() async throws {
    let space = try await share()
    remotes.time += 10
    try move("Report", to: "home", as: "Application elsewhere", at: anna)
    try ben.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Report" { item.tags = [] }
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Report" {
        let tag = SharedTag("ben")
        context.insert(tag)
        item.tags = [tag]
      }
    }
    try await syncAll()
    try await takeReportBack()
    #expect(!remotes.texts(of: space).contains("Application elsewhere"))
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown.contains("Work: Report #ben"), "\(shown)")
      let kept = try await store.own.conflicts().flatMap(\.kept).map(\.value)
      #expect(kept.contains(.text("Application elsewhere")))
    }
  }

  /// What was written into it before it was moved, or with that, is the owner's only if the others have not got it.
  @Test(arguments: [false, true]) func whatIsWrittenWithMovingAnItemAwayIsKeptThoughAnotherWritesOverIt(
    _ wasHereBefore: Bool
  ) async throws {
    let space = try await share()
    if wasHereBefore {
      try move("Report", to: "home", at: anna)
      try await syncAll()
      try move("Report", to: "work", at: anna)
      try await syncAll()
    }
    remotes.time += 10
    try move("Report", to: "home", as: "Application elsewhere", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    try await syncAll()
    try await takeReportBack()
    #expect(!remotes.texts(of: space).contains("Application elsewhere"))
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown.contains("Work: Ben's #urgent"), "\(shown)")
      let kept = try await store.own.conflicts().flatMap(\.kept).map(\.value)
      #expect(kept == [.text("Application elsewhere")])
    }
  }

  /// The other own store has a round of the own space before the item is taken back: it writes into the item.
  @Test(arguments: [[0, 1, 2], [0, 2, 1, 2], [2, 0, 1, 2], [0, 2], [1, 0, 2]]) func andItIsAsItWasForThem(
    _ rounds: [Int]
  ) async throws {
    try await share()
    try await syncAll()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    let stores = [anna, laptop, ben]
    for number in rounds {
      remotes.time += 1
      try await stores[number].round()
    }
    for _ in 0..<2 { try await ben.round() }
    let shared = try #require(try await ben.own.sharedSpaces().first)
    let conflict = try #require(try await ben.engine(of: shared).conflicts().first)
    let title = try #require(conflict.values["title"]?.text)
    #expect(conflict.values["uid"] == .text("1") && !title.isEmpty)
    try await takeReportBack()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("Work: Ben's #urgent"), "\(shown)")
    }
  }

  /// Deleting it then says nothing of it either, and neither does what is added below it.
  @Test func whatIsWrittenAfterMovingAnItemAwayIsPrivateWhateverBecomesOfIt() async throws {
    let space = try await share()
    try await syncAll()
    try move("Report", to: "home", at: anna)
    try anna.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      for item in items where item.title == "Figures" { item.title = "Secret figures" }
      for item in items where item.title == "Report" { item.title = "Secret report" }
    }
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Secret report" {
        context.delete(item)
      }
    }
    try await syncAll()
    #expect(!remotes.texts(of: space).contains { $0.hasPrefix("Secret") })
    #expect(try ben.items().isEmpty)
  }

  /// A machine that only hears of the move knows more than the one that made it, and decides about nothing.
  @Test func whatWasWrittenBeforeAMoveThatDidNotKnowOfItIsKept() async throws {
    try await share()
    try await syncAll()
    remotes.time += 10
    try setTitle(of: "Report", "Ben's", at: ben)
    try await ben.round()
    try await laptop.round()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await anna.round()
    try await laptop.round()
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shared = try #require(try await store.own.sharedSpaces().first)
      let kept = try await store.engine(of: shared).conflicts().filter { $0.values["uid"] == .text("1") }.flatMap(
        \.kept)
      #expect(kept.map(\.value) == [.text("Ben's")])
    }
  }

  @Test func aConflictStaysOpenThoughTheItemIsMovedToTheList() async throws {
    try await share()
    try setTitle(of: "Cake", "Plum cake", at: anna)
    try setTitle(of: "Cake", "Pear cake", at: laptop)
    try await syncAll()
    let conflict = try #require(try await anna.own.conflicts().first)
    let (title, kept) = (try #require(conflict.shown?.text), conflict.kept.map(\.value))
    try move(title, to: "work", at: anna)
    try await syncAll()
    #expect(try ben.items().contains("Work: \(title) #urgent"))
    for store in [anna, laptop] {
      let now = try await store.own.conflicts().flatMap(\.kept).map(\.value)
      #expect(now == kept)
    }
  }

  /// A machine that hears first that the item came to the list keeps nothing that the one which moved it had changed.
  @Test func whatWasChangedBeforeItWasMovedToAListIsNoConflict() async throws {
    try await share()
    remotes.time += 10
    try setTitle(of: "Cake", "Plum cake", at: laptop)
    try await syncAll()
    remotes.time += 10
    try setTitle(of: "Plum cake", "Pear cake", at: anna)
    remotes.time += 10
    try move("Pear cake", to: "work", at: anna)
    try await anna.round()
    let shared = try #require(try await laptop.own.sharedSpaces().first)
    let engine = laptop.engine(of: shared)
    try await engine.round(with: remotes.remote(try #require(try await engine.status())))
    try await syncAll()
    for store in [anna, laptop, ben] { #expect(try store.items().contains("Work: Pear cake #urgent")) }
    try await expectNoConflicts()
  }

  /// Others know nothing of it, and leave it where it is.
  @Test func aBlockerInAnotherSpaceStays() async throws {
    try await share()
    try anna.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      items.first { $0.title == "Report" }?.blockers = items.filter { $0.title == "Cake" }
    }
    try await syncAll()
    try setTitle(of: "Report", "Long report", at: ben)
    try setTitle(of: "Cake", "Plum cake", at: laptop)
    try await syncAll()
    let items = try ModelContext(anna.container).fetch(FetchDescriptor<SharedItem>())
    #expect(items.first { $0.title == "Long report" }?.blockers.map(\.title) == ["Plum cake"])
  }

  /// It is told as soon as both are in one space.
  @Test(arguments: [false, true]) func andOtherMachinesHaveItOnceTheItemsAreTogether(_ isShared: Bool) async throws {
    try await share()
    try anna.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      items.first { $0.title == "Report" }?.blockers = items.filter { $0.title == "Cake" }
    }
    try await syncAll()
    if isShared { try move("Cake", to: "work", at: anna) } else { try move("Report", to: "home", at: anna) }
    try await syncAll()
    for store in isShared ? [anna, laptop, ben] : [anna, laptop] {
      let items = try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>())
      #expect(items.first { $0.title == "Report" }?.blockers.map(\.title) == ["Cake"])
    }
  }

  /// Without its own space the store knows no less of what the list had of the item.
  @Test(arguments: [nil, "Secret", "Report #secret"]) func isNoSecondItemThoughTheOwnSpaceWasLeft(
    _ secret: String?
  ) async throws {
    let space = try await share()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    try await syncAll()
    if let secret {
      remotes.time += 10
      try anna.edit { context in
        let tag = SharedTag("secret")
        for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" {
          if secret.hasSuffix("#secret") { item.tags.append(tag) } else { item.title = secret }
        }
      }
      // Of a second one its own space has not heard.
    }
    try await anna.own.leave()
    try await takeReportBack()
    let shown = try anna.items().filter { !$0.contains("Cake") && !$0.contains("Figures") }
    let mine = secret.map { ["Home: \($0) #urgent"] } ?? []
    #expect(shown == mine + ["Work: Ben's #urgent"], "\(shown)")
    #expect(!remotes.texts(of: space).contains("Secret"))
  }

  /// Deleting an item at home and undoing that is no decision about what others might write over.
  @Test func whatIsWrittenAfterMovingAnItemAwayIsKeptThoughItWasDeletedAndCameBack() async throws {
    try await share()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    try await syncAll()
    remotes.time += 10
    try anna.edit { context in
      let tag = SharedTag("secret")
      context.insert(tag)
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.tags.append(tag) }
    }
    try await syncAll()
    try await deleteAndUndo("1", at: anna)
    try await takeReportBack()
    for store in [anna, laptop] {
      let kept = try await store.own.conflicts().flatMap(\.kept)
      #expect(kept.contains { if case .member("tags", _) = $0.key { true } else { false } }, "\(kept)")
    }
  }

  /// What the list had is not private, though another one has written over it without knowing that the item has left.
  @Test func takingAnItemBackLeavesItsOwnerNothingToDecide() async throws {
    try await share()
    remotes.time += 10
    try setTitle(of: "Report", "Ben's", at: ben)
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    try await takeReportBack()
    for store in [anna, laptop, ben] { #expect(try store.items().contains("Work: Ben's #urgent")) }
    try await expectNoConflicts()
  }

  /// An item that was on the list once, and comes back from its deletion, did not come from there.
  @Test func aDeletionThatIsUndoneOverwritesNothingThoughTheItemWasShared() async throws {
    try await share()
    try move("Report", to: "home", as: "Story", at: anna)
    try await syncAll()
    remotes.time += 10
    try setTitle(of: "Story", "Long story", at: laptop)
    remotes.time += 10
    for _ in 0..<2 { try await anna.round() }
    try await deleteAndUndo("1", syncing: [anna], at: anna)
    try await syncAll()
    for store in [anna, laptop] { #expect(try store.items().contains("Home: Long story #urgent")) }
    try await expectNoConflicts()
  }

  /// Whoever takes a deletion back has not decided about what others added meanwhile.
  @Test func anUndoneDeletionKeepsTheTagsThatOthersAddedMeanwhile() async throws {
    try await share()
    try await syncAll()
    for (store, name) in [(ben, "late"), (laptop, "later")] {
      remotes.time += 10
      try store.edit { context in
        let tag = SharedTag(name)
        context.insert(tag)
        for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "1" { item.tags.append(tag) }
      }
    }
    try await deleteAndUndo("1", at: anna)
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("Work: Report #late #later #urgent"), "\(shown)")
    }
    try await expectNoConflicts()
  }

  /// Ben takes back what was moved off the list, with what he wrote into it.
  func takeReportBack() async throws {
    try await ben.takeBack(["1"])
    try await syncAll()
  }

  private func deleteAndUndo(_ uid: String, syncing stores: [SharingStore]? = nil, at store: SharingStore) async throws
  {
    let stores = stores ?? [anna, laptop, ben]
    remotes.time += 10
    let context = ModelContext(store.container)
    context.undoManager = UndoManager()
    for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == uid { context.delete(item) }
    try context.save()
    try await remotes.sync(stores, rounds: 3)
    remotes.time += 10
    context.undoManager?.undo()
    try context.save()
    try await remotes.sync(stores, rounds: 3)
  }

  /// Moving an item back is no decision about what others wrote meanwhile.
  @Test func whatOthersWroteIsKeptThoughItsOwnerMovesTheItemBack() async throws {
    try await share()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    try await syncAll()
    remotes.time += 10
    try move("Report", to: "work", at: anna)
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shared = try #require(try await store.own.sharedSpaces().first)
      let conflict = try #require(try await store.engine(of: shared).conflicts().first)
      #expect(conflict.kind == .overwritten(property: "title") && conflict.kept.map(\.value) == [.text("Ben's")])
    }
  }
}
