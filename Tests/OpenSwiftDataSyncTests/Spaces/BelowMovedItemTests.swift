import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// What is below an item that goes from one space to another.
extension SharedListTests {
  /// Ben adds something below the report, and Anna's laptop hears of that, her other machine doesn't.
  ///
  /// - Parameter thenBelowThesis: whether he moves it below something else, and tells nobody yet.
  private func addAppendix(thenBelowThesis: Bool = false) async throws {
    remotes.time += 10
    try ben.add("Appendix", uid: "9", below: "Report")
    if thenBelowThesis {
      try ben.edit { context in
        let item = SharedItem("Thesis", uid: "8")
        context.insert(item)
        item.list = try context.fetch(FetchDescriptor<SharedList>()).first
      }
    }
    try await ben.round()
    try await laptop.round()
    guard thenBelowThesis else { return }
    remotes.time += 10
    try ben.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      items.first { $0.uid == "9" }?.parent = items.first { $0.uid == "8" }
    }
  }

  /// Whoever moved it did not know of that; the machine that did has only heard of the move.
  @Test func whatOthersAddedBelowAnItemThatIsMovedAwayStaysOnTheList() async throws {
    try await share()
    try await addAppendix()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await anna.round()
    try await laptop.round()
    try await syncAll()
    #expect(try ben.items() == ["Work: Appendix"])
    for store in [anna, laptop] {
      #expect(
        try store.items() == ["-: Report/Figures", "Home: Cake #urgent", "Home: Report #urgent", "Work: Appendix"])
    }
    try await expectNoConflicts()
  }

  /// Where it is shown is nobody's edit: somebody who moves it meanwhile has moved it.
  @Test func andIsWhereOthersMoveIt() async throws {
    try await share()
    try await addAppendix(thenBelowThesis: true)
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await anna.round()
    for _ in 0..<3 { try await laptop.round() }
    try await syncAll()
    #expect(try ben.items() == ["-: Thesis/Appendix", "Work: Thesis"])
    for store in [anna, laptop] { #expect(try store.items().contains("-: Thesis/Appendix")) }
    try await expectNoConflicts()
  }

  /// Before the machine that put it there has told anybody, it moves the item back.
  @Test func alsoIfTheItemComesBackAtOnce() async throws {
    try await share()
    try await addAppendix(thenBelowThesis: true)
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await anna.round()
    try await laptop.own.round(with: remotes.remote(try #require(try await laptop.own.status())))
    try #require(try laptop.items().contains("Work: Appendix"))
    remotes.time += 10
    try move("Report", to: "work", at: laptop)
    try await laptop.round()
    try await syncAll()
    for store in [anna, laptop, ben] { #expect(try store.items().contains("-: Thesis/Appendix")) }
    try await expectNoConflicts()
  }

  @Test func theItemCanBeMovedBelowIt() async throws {
    try await share()
    try await addAppendix()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    remotes.time += 10
    try laptop.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      let (found, appendix) = (items.first { $0.title == "Report" }, items.first { $0.title == "Appendix" })
      let report = try #require(found)
      (report.list, report.parent) = (nil, appendix)
    }
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("-: Appendix/Report #urgent") && shown.contains("Work: Appendix"), "\(shown)")
    }
    try await expectNoConflicts()
  }

  /// Another machine of the person hears first that the item came, then what had become of those below it.
  @Test func whatWasDeletedBelowAnItemBeforeItWasMovedAwayStaysDeleted() async throws {
    try await share()
    remotes.time += 10
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Figures" {
        context.delete(item)
      }
    }
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    for store in [anna, laptop] { #expect(try store.items() == ["Home: Cake #urgent", "Home: Report #urgent"]) }
    #expect(try ben.items().isEmpty)
    try await expectNoConflicts()
  }

  @Test func whatWasTakenFromBelowAnItemBeforeItWasMovedAwayStaysOnTheList() async throws {
    try await share()
    remotes.time += 10
    try anna.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Figures" {
        (item.parent, item.list) = (nil, lists.first { $0.key == "work" })
      }
    }
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    for store in [anna, laptop] {
      #expect(try store.items() == ["Home: Cake #urgent", "Home: Report #urgent", "Work: Figures"])
    }
    #expect(try ben.items() == ["Work: Figures"])
    try await expectNoConflicts()
  }

  /// Who puts an item on the list has said where it belongs, whatever it was below once.
  @Test func whatIsTakenFromBelowAnItemStaysWhereItIsPutThoughTheItemComesBack() async throws {
    try await share()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await syncAll()
    try takeOut("Figures", to: "work", at: anna)
    try await syncAll()
    #expect(try ben.items() == ["Work: Figures"])
    try move("Report", to: "work", at: anna)
    try await syncAll()
    for store in [anna, laptop, ben] { #expect(try store.items().contains("Work: Figures")) }
    try await expectNoConflicts()
  }

  /// In one go with moving the item, for the own space.
  @Test func andSoDoesWhatStaysPrivate() async throws {
    try await share()
    try anna.add("Icing", uid: "9", below: "Cake")
    try await syncAll()
    try takeOut("Icing", to: nil, at: anna)
    try move("Cake", to: "work", at: anna)
    try await syncAll()
    #expect(try ben.items() == ["-: Report/Figures", "Work: Cake #urgent", "Work: Report #urgent"])
    try move("Cake", to: "home", at: anna)
    try await syncAll()
    for store in [anna, laptop] { #expect(try store.items().contains("-: Icing")) }
    try await expectNoConflicts()
  }

  private func takeOut(_ title: String, to list: String?, at store: SharingStore) throws {
    remotes.time += 10
    try store.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == title {
        (item.parent, item.list) = (nil, lists.first { $0.key == list })
      }
    }
    remotes.time += 10
  }

  /// Somebody takes an item back below which its owner has added something.
  @Test func whatIsAddedBelowAnItemThatWasMovedAwayIsPrivate() async throws {
    let space = try await share()
    try await syncAll()
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Report", "Ben's", at: ben)
    try await syncAll()
    try anna.add("Secret", uid: "9", below: "Report")
    try await syncAll()
    try await takeReportBack()
    #expect(!remotes.texts(of: space).contains("Secret"))
    for store in [anna, laptop] { #expect(try store.items().contains("-: Secret")) }
  }

  /// What is deleted while its item is elsewhere is not told either, though it was on the list before and after.
  @Test func whatIsWrittenBelowAnItemThatIsMovedAwayAndBackIsPrivate() async throws {
    let space = try await share()
    try move("Report", to: "home", at: anna)
    try setTitle(of: "Figures", "Secret figures", at: anna)
    try anna.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.title == "Secret figures" {
        context.delete(item)
      }
    }
    try move("Report", to: "work", at: anna)
    try await syncAll()
    #expect(!remotes.texts(of: space).contains("Secret figures"))
    for store in [laptop, ben] { #expect(try store.items().contains("Work: Report #urgent")) }
    #expect(try ben.items().count == 1)
  }

  func expectNoConflicts() async throws {
    for store in [anna, laptop, ben] {
      let shared = try await store.own.sharedSpaces().map(store.engine)
      for engine in [store.own] + shared {
        let conflicts = try await engine.conflicts()
        #expect(conflicts.isEmpty, "\(conflicts)")
      }
    }
  }
}
