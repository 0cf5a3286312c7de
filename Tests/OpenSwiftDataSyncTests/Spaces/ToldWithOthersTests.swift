import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// What is told of an item where other things that are told lead to it.
extension SharedListTests {
  /// The history has the time of each save, in milliseconds of the real clock.
  private func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  private func item(_ uid: String, in context: ModelContext) throws -> SharedItem {
    try #require(context.fetch(FetchDescriptor<SharedItem>()).first { $0.uid == uid })
  }

  /// Has somebody rename an item and add another one to its list: apart, as its blocker, or blocked by it.
  private func rename(_ uid: String, _ title: String, withNew blocks: Int, at store: SharingStore) throws {
    try store.edit { context in
      let item = try item(uid, in: context)
      item.title = title
      let icing = SharedItem("Icing", uid: "9")
      context.insert(icing)
      icing.list = item.list
      if blocks == 1 { item.blockers = [icing] }
      if blocks == 2 { icing.blockers = [item] }
    }
  }

  private func waitForAnotherMillisecond() {
    let start = now()
    while now() < start + 2 {}
  }

  /// What was saved counts as written then, whenever it is drained.
  @Test(arguments: [0, 1, 2]) func aLaterValueHoldsThoughTheEarlierOneWasSavedWithANewBlocker(
    _ blocks: Int
  ) async throws {
    try await share()
    remotes.time = now()
    try rename("3", "Anna's cake", withNew: blocks, at: anna)
    waitForAnotherMillisecond()
    try setTitle(of: "Cake", "Laptop's cake", at: laptop)
    waitForAnotherMillisecond()
    remotes.time = now()
    try await laptop.round()
    remotes.time += 5_000
    try await anna.round()
    try await syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown.contains("Home: Laptop's cake #urgent"), "\(shown)")
    }
  }

  /// The same of an item on the shared list.
  @Test(arguments: [0, 1, 2]) func aLaterValueOfAnotherPersonHolds(_ blocks: Int) async throws {
    try await share()
    remotes.time = now()
    try rename("1", "Anna's report", withNew: blocks, at: anna)
    waitForAnotherMillisecond()
    try setTitle(of: "Report", "Ben's report", at: ben)
    waitForAnotherMillisecond()
    remotes.time = now()
    try await ben.round()
    remotes.time += 5_000
    try await anna.round()
    try await syncAll()
    for store in [anna, laptop, ben] {
      let shown = try store.items()
      #expect(shown.contains("Work: Ben's report #urgent"), "\(shown)")
    }
  }

  /// Where it is shown is nobody's edit, though it waits for something new.
  @Test(arguments: [0, 1, 2]) func whereAnItemIsShownIsNotToldWithABlocker(_ blocks: Int) async throws {
    try await share()
    remotes.time += 10
    try ben.add("Appendix", uid: "9", below: "Report")
    try ben.edit { context in
      let item = SharedItem("Thesis", uid: "8")
      context.insert(item)
      item.list = try context.fetch(FetchDescriptor<SharedList>()).first
    }
    try await ben.round()
    try await laptop.round()
    remotes.time += 10
    try ben.edit { context in
      let items = try context.fetch(FetchDescriptor<SharedItem>())
      items.first { $0.uid == "9" }?.parent = items.first { $0.uid == "8" }
    }
    remotes.time += 10
    try move("Report", to: "home", at: anna)
    try await anna.round()
    try await laptop.own.round(with: remotes.remote(try #require(try await laptop.own.status())))
    try #require(try laptop.items().contains("Work: Appendix"))
    try laptop.edit { context in
      let item = SharedItem("Review", uid: "7")
      context.insert(item)
      item.list = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "work" }
      let appendix = try self.item("9", in: context)
      if blocks == 1 { appendix.blockers = [item] }
      if blocks == 2 { item.blockers = [appendix] }
    }
    for _ in 0..<3 { try await laptop.round() }
    try await syncAll()
    for store in [anna, laptop, ben] { #expect(try store.items().contains("-: Thesis/Appendix")) }
    try await expectNoConflicts()
  }

  /// Who puts an item on a list has said where it belongs, whatever it was below once.
  @Test func anItemStaysOnTheListThatItIsPutOn() async throws {
    try await share()
    remotes.time += 10
    try laptop.add("Icing", uid: "9", below: "Cake")
    remotes.time += 10
    try move("Cake", to: "work", at: anna)
    try await syncAll()
    for store in [anna, laptop] { try #require(try store.items().contains("-: Icing")) }
    remotes.time += 10
    try move("Icing", to: "home", at: laptop)
    try await syncAll()
    for store in [anna, laptop] { try #require(try store.items().contains("Home: Icing")) }
    remotes.time += 10
    try move("Cake", to: "home", at: anna)
    try await syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown.contains("Home: Icing"), "\(shown)")
    }
  }

  /// Where an item is shown because its list is gone is nobody's edit, though something is moved below it.
  @Test(arguments: [false, true]) func aListThatComesBackHasItsItems(_ isAbove: Bool) async throws {
    try await share()
    remotes.time += 10
    try laptop.edit { context in
      let home = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "home" }
      for uid in ["7", "8"] {
        let item = SharedItem("Item \(uid)", uid: uid)
        context.insert(item)
        item.list = home
      }
    }
    try await laptop.round()
    remotes.time += 10
    let context = ModelContext(anna.container)
    context.undoManager = UndoManager()
    for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == "home" { context.delete(list) }
    try context.save()
    try await syncAll()
    try #require(try anna.items().contains("-: Item 7"))
    if isAbove {
      remotes.time += 10
      try laptop.edit { context in
        let items = try context.fetch(FetchDescriptor<SharedItem>())
        items.first { $0.uid == "8" }?.parent = items.first { $0.uid == "7" }
      }
      try await syncAll()
    }
    remotes.time += 10
    context.undoManager?.undo()
    try context.save()
    try await syncAll()
    for store in [anna, laptop] {
      let shown = try store.items()
      #expect(shown.contains("Home: Item 7"), "\(shown)")
    }
  }

  /// Nobody has said that the item does not wait any more.
  @Test(arguments: [false, true]) func anItemThatIsTakenBackWaitsAsBefore(_ hasNew: Bool) async throws {
    try await share()
    remotes.time += 10
    try anna.edit { context in
      let report = try item("1", in: context)
      let data = SharedItem("Data", uid: "7")
      context.insert(data)
      (data.list, data.blockers) = (report.list, [report])
    }
    try await syncAll()
    remotes.time += 10
    try setTitle(of: "Data", "Ben's data", at: ben)
    try move("Data", to: "home", at: anna)
    if hasNew {
      try anna.edit { context in
        let report = try item("1", in: context)
        let new = SharedItem("New", uid: "8")
        context.insert(new)
        (new.list, new.blockers) = (report.list, [report])
      }
    }
    try await syncAll()
    let shared = try #require(try await ben.own.sharedSpaces().first)
    let conflict = try #require(try await ben.engine(of: shared).conflicts().first { $0.values["uid"] == .text("7") })
    remotes.time += 10
    try await ben.engine(of: shared).write([.restore(conflict.row)])
    try await syncAll()
    for (name, store) in [("anna", anna), ("laptop", laptop), ("ben", ben)] {
      let items = try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>())
      let data = try #require(items.first { $0.uid == "7" })
      #expect(data.list?.name == "Work" && data.blockers.map(\.uid) == ["1"], "\(name): \(data.blockers.map(\.uid))")
    }
  }
}
