import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Moving items to another list")
struct MovingTests {
  let world = World()

  private func lists() async throws -> [String: String?] {
    Dictionary(try await world.handler().items().map { ($0.title, $0.list) }, uniquingKeysWith: { $1 })
  }

  /// A trip on a list with sub-items on three levels, one of which is on another list and one on none.
  private func fill(_ list: String?) async throws -> [PersistentIdentifier] {
    try await world.handler().newItems([
      NewItem(title: "trip", list: list), NewItem(title: "book", list: list, parent: .added(0)),
      NewItem(title: "other", list: "Other", parent: .added(0)), NewItem(title: "none", parent: .added(0)),
      NewItem(title: "deep", list: list, parent: .added(2)), NewItem(title: "alone", list: list),
    ])
  }

  @Test func takesTheSubitemsOfAllLevelsThatAreOnTheOldOneAlongInOneStep() async throws {
    let ids = try await fill("Home")
    let before = try world.snapshot()
    let along = try await world.handler().updateItems(ids: [ids[0]], ItemChanges(list: .value("Work")))
    #expect(along == 2)
    let after: [String: String?] = [
      "trip": "Work", "book": "Work", "other": "Other", "none": nil, "deep": "Work", "alone": "Home",
    ]
    #expect(try await lists() == after)
    #expect(try await world.handler().undo() == ["move “trip” with 2 sub-items to a list"])
    #expect(try world.snapshot().items == before.items)
    try await world.handler().redo()
    #expect(try await lists() == after)
  }

  @Test func offItsListTakesThemOffToo() async throws {
    let ids = try await fill("Home")
    try await world.handler().updateItems(ids: [ids[0]], ItemChanges(list: Replacement.none))
    #expect(try await lists()["deep"] == .some(nil))
    #expect(try await lists()["other"] == "Other")
    #expect(try await world.handler().undo() == ["take “trip” with 2 sub-items off its list"])
  }

  /// An item of no list has its sub-items there too: on a list that others share they would be torn off.
  @Test func takesThoseOfNoListAlongWithOneOfNone() async throws {
    let ids = try await fill(nil)
    #expect(try await world.handler().updateItems(ids: [ids[0]], ItemChanges(list: .value("Work"))) == 3)
    #expect(try await lists()["none"] == "Work")
    #expect(try await lists()["other"] == "Other")
    #expect(try await lists()["alone"] == .some(nil))
  }

  @Test func inATextDoesTheSame() async throws {
    let ids = try await fill("Home")
    #expect(try await world.handler().editItem(id: ids[0], ItemEdit(ItemChanges(list: .value("Work")))) == 2)
    #expect(try await lists()["deep"] == "Work")
    #expect(try await world.handler().undo() == ["move “trip” with 2 sub-items to a list"])
  }

  /// Each takes along what is on the list that it leaves itself.
  @Test func ofSeveralIsOneStep() async throws {
    let ids = try await fill("Home")
    let all = [ids[0], ids[1], ids[2], ids[5]]
    #expect(try await world.handler().updateItems(ids: all, ItemChanges(list: .value("Work"))) == 1)
    #expect(try await lists().filter { $0.value == "Work" }.count == 5)
    #expect(try await world.handler().undo() == ["move 4 items with 1 sub-item to a list"])
    #expect(try await lists()["other"] == "Other")
    // Nothing moves with what is there already.
    #expect(try await world.handler().updateItems(ids: [ids[0]], ItemChanges(title: "x", list: .value("home"))) == 0)
  }

  @Test func belowAnotherItemLeavesTheListAsItIs() async throws {
    let ids = try await fill("Home")
    try await world.handler().updateItems(ids: [ids[5]], ItemChanges(parent: .value(ids[2])))
    #expect(try await lists()["alone"] == "Home")
  }

  /// Sub-items are read by levels, not one by one.
  @Test func aLongChecklistMovesAsAWhole() async throws {
    let items = (0..<3_000).map { NewItem(title: "\($0)", list: "Home", parent: $0 == 0 ? nil : .added(($0 - 1) / 10)) }
    let ids = try await world.handler().newItems(items)
    #expect(try await world.handler().updateItems(ids: [ids[0]], ItemChanges(list: .value("Work"))) == 2_999)
    #expect(try await world.handler().itemCount(matching: ItemQuery("list:=work")) == 3_000)
  }

  @Test func aLoopThatIsThereAlreadyEnds() async throws {
    let ids = try await fill("Home")
    let context = ModelContext(try world.container())
    for item in try context.fetch(FetchDescriptor<Item>()) where item.title == "trip" {
      item.parent = try context.fetch(FetchDescriptor<Item>()).first { $0.title == "deep" }
    }
    try context.save()
    #expect(try await world.handler().updateItems(ids: [ids[0]], ItemChanges(list: .value("Work"))) == 2)
  }
}
