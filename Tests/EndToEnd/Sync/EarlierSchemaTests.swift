import DocketSync
import Foundation
import OpenSwiftDataSync
import SwiftData
import Testing

@testable import DocketData

@Suite("Stores of earlier versions of the schema and of the current one sync")
struct EarlierSchemaTests {
  let directory: TemporaryDirectory
  private let space = SyncIdentity.random()

  init() throws { directory = try TemporaryDirectory() }

  /// A machine and its store, which may be upgraded.
  private struct Machine {
    let container: ModelContainer
    let engine: SyncEngine
    let folder: String

    func sync() async throws {
      guard let status = try await engine.status() else { throw SyncError.notSetUp }
      try await engine.round(with: FolderRemote(path: folder, replica: status.replica))
    }
  }

  private func machine(_ container: ModelContainer, _ configuration: SyncConfiguration) async throws -> Machine {
    let engine = SyncEngine(container: container, configuration: configuration)
    if try await engine.status() == nil { try await engine.setUp(space: space) }
    return Machine(container: container, engine: engine, folder: directory.file("folder"))
  }

  /// A machine with the program that knows five versions.
  private func earlier() async throws -> Machine {
    var configuration = SyncConfiguration.items
    configuration.renamed["Item"]?["recurrence"] = nil
    let schema = Schema(versionedSchema: SchemaV5.self)
    let store = ModelConfiguration(schema: schema, url: URL(fileURLWithPath: directory.file("earlier.sqlite")))
    return try await machine(ModelContainer(for: schema, configurations: [store]), configuration)
  }

  /// A machine with the program that knows four versions, in which positions were numbers.
  private func fourth() async throws -> Machine {
    var configuration = SyncConfiguration.items
    configuration.renamed = [:]
    configuration.bookkeeping = ["Item": ["timestamp", "createTimestamp", "position"], "SavedFilter": ["position"]]
    let schema = Schema(versionedSchema: SchemaV4.self)
    let store = ModelConfiguration(schema: schema, url: URL(fileURLWithPath: directory.file("earlier.sqlite")))
    return try await machine(ModelContainer(for: schema, configurations: [store]), configuration)
  }

  private func current(_ name: String) async throws -> Machine {
    try FileManager.default.createDirectory(atPath: directory.file("folder"), withIntermediateDirectories: true)
    let provider = DataProvider(storeURL: URL(fileURLWithPath: directory.file(name)))
    return try await machine(provider.modelContainer(), .items)
  }

  /// The earlier machine after its upgrade.
  private func upgraded() async throws -> Machine { try await current("earlier.sqlite") }

  private func handler(_ machine: Machine) -> DataHandler {
    DataHandler(modelContainer: machine.container, author: "me")
  }

  /// Changes an item as the earlier program does, or adds it.
  private func edit(_ machine: Machine, _ title: String, _ change: (SchemaV5.Item) -> Void) throws {
    let context = ModelContext(machine.container)
    let found = try context.fetch(FetchDescriptor<SchemaV5.Item>(predicate: #Predicate { $0.title == title }))
    let item = found.first ?? SchemaV5.Item(title: title, timestamp: Date(), createTimestamp: Date())
    if found.isEmpty { context.insert(item) }
    change(item)
    try context.save()
  }

  private func earlierItems(_ machine: Machine) throws -> [String] {
    try ModelContext(machine.container).fetch(FetchDescriptor<SchemaV5.Item>(sortBy: [SortDescriptor(\.title)]))
      .map { "\($0.title) \($0.recurrence?.rawValue ?? "-")" }
  }

  private func items(_ machine: Machine) async throws -> [String] {
    try await handler(machine).items(order: ItemOrder(.title, isAscending: true))
      .map { "\($0.title) \($0.rule?.rawValue ?? "-")" }
  }

  /// Start dates and blockers, by title.
  private func waits(_ machine: Machine) async throws -> [String] {
    let items = try await handler(machine).items(order: ItemOrder(.title, isAscending: true))
    let titles = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.title) })
    return items.map { item in
      let blockers = item.blockerIDs.compactMap { titles[$0] }.sorted().joined(separator: ",")
      return "\(item.title) \(item.start?.rawValue ?? "-") \(blockers)"
    }
  }

  private func id(_ title: String, _ machine: Machine) async throws -> PersistentIdentifier {
    try #require(try await handler(machine).items().first { $0.title == title }?.id)
  }

  @Test func andIntervalsOfTheEarlierOneArriveAsRules() async throws {
    let (new, old) = (try await current("new.sqlite"), try await earlier())
    try edit(old, "bins") { $0.recurrence = Recurrence(every: 2, .week) }
    try edit(old, "rent") { $0.recurrence = Recurrence(.month) }
    try await old.sync()
    try await new.sync()
    #expect(try await items(new) == ["bins FREQ=WEEKLY;INTERVAL=2", "rent FREQ=MONTHLY"])
    // Later writes of it win over the rule that is there.
    try await handler(new).updateItems(
      ids: [id("rent", new)], ItemChanges(rule: .value(#require(RecurrenceRule(rawValue: "FREQ=MONTHLY;BYDAY=-1FR")))))
    try await new.sync()
    try await old.sync()
    try edit(old, "rent") { $0.recurrence = Recurrence(.year) }
    try edit(old, "bins") { $0.recurrence = nil }
    try await old.sync()
    try await new.sync()
    #expect(try await items(new) == ["bins -", "rent FREQ=YEARLY"])
  }

  @Test func andPositionsOfTheFourthOneArriveAsOrderKeys() async throws {
    let (new, old) = (try await current("new.sqlite"), try await fourth())
    func move(_ title: String, to position: Double, in context: ModelContext) throws {
      let item = try context.fetch(FetchDescriptor<SchemaV4.Item>(predicate: #Predicate { $0.title == title })).first
      try #require(item).position = position
      try context.save()
    }
    func titles(_ machine: Machine) async throws -> [String] {
      try await handler(machine).items(order: ItemOrder(.manual, isAscending: true)).map(\.title)
    }
    let context = ModelContext(old.container)
    for (title, position) in [("third", 3.5), ("first", 1), ("second", 2)] {
      let item = SchemaV4.Item(title: title, timestamp: Date(), createTimestamp: Date(), position: position)
      item.recurrence = title == "second" ? Recurrence(every: 2, .week) : nil
      context.insert(item)
    }
    try context.save()
    for machine in [old, new] { try await machine.sync() }
    #expect(try await titles(new) == ["first", "second", "third"])
    #expect(try await items(new) == ["first -", "second FREQ=WEEKLY;INTERVAL=2", "third -"])
    try move("first", to: 9, in: context)
    for machine in [old, new] { try await machine.sync() }
    #expect(try await titles(new) == ["second", "third", "first"])
    // What is moved here is where it was there, until the upgrade.
    try await handler(new).moveItems(ids: [id("third", new)], to: .first)
    for machine in [new, old, new] { try await machine.sync() }
    let later = try await upgraded()
    try await later.sync()
    for machine in [later, new] {
      #expect(try await titles(machine) == ["third", "second", "first"])
      #expect(try await machine.engine.conflicts().isEmpty)
    }
  }

  @Test func andRulesOfTheLaterOneWaitForTheUpgrade() async throws {
    let (new, old) = (try await current("new.sqlite"), try await earlier())
    let fridays = try #require(RecurrenceRule(rawValue: "FREQ=WEEKLY;BYDAY=FR"))
    try await handler(new).newItems([
      NewItem(title: "bins", recurrence: Recurrence(.day)), NewItem(title: "call", rule: fridays),
    ])
    try edit(old, "rent") { $0.recurrence = Recurrence(.month) }
    for machine in [new, old, new] { try await machine.sync() }
    #expect(try earlierItems(old) == ["bins -", "call -", "rent month"])
    #expect(try await items(new) == ["bins FREQ=DAILY", "call FREQ=WEEKLY;BYDAY=FR", "rent FREQ=MONTHLY"])
    // What the earlier one writes beside it changes nothing of it.
    try edit(old, "call") { $0.notes = "ask Ben" }
    for machine in [old, new] { try await machine.sync() }
    #expect(try await items(new) == ["bins FREQ=DAILY", "call FREQ=WEEKLY;BYDAY=FR", "rent FREQ=MONTHLY"])
    let later = try await upgraded()
    try await later.sync()
    #expect(try await items(later) == items(new))
    // The upgrade has nothing to say, and nobody has to decide anything.
    try await new.sync()
    #expect(try await items(later) == items(new))
    #expect(try await new.engine.conflicts().isEmpty)
    #expect(try await later.engine.conflicts().isEmpty)
    #expect(try await handler(later).items().first { $0.title == "call" }?.notes == "ask Ben")
  }

  @Test func andStartDatesAndBlockersOfTheLaterOneWaitForTheUpgrade() async throws {
    let (new, old) = (try await current("new.sqlite"), try await earlier())
    try edit(old, "rent") { $0.notes = "old" }
    for machine in [old, new] { try await machine.sync() }
    let day = Due.day(try #require(CalendarDay("2026-12-24")))
    let first = try await handler(new).newItem(NewItem(title: "bins", start: day))
    try await handler(new).updateItems(
      ids: [id("rent", new)], ItemChanges(start: .value(.moment(Date(timeIntervalSince1970: 1_800_000_000)))))
    try await handler(new).newItem(NewItem(title: "call", blockers: [first, id("rent", new)]))
    try await handler(new).setBlockers(ids: [first], of: id("rent", new))
    for machine in [new, old] { try await machine.sync() }
    #expect(try earlierItems(old).count == 3)
    // The earlier one changes and deletes what it does not see the whole of.
    try edit(old, "rent") { $0.notes = "new" }
    try edit(old, "more") { $0.notes = "" }
    for machine in [old, new] { try await machine.sync() }
    let expected = ["bins 2026-12-24 ", "call - bins,rent", "more - ", "rent 2027-01-15T08:00:00.000Z bins"]
    #expect(try await waits(new) == expected)
    let later = try await upgraded()
    try await later.sync()
    #expect(try await waits(later) == expected)
    #expect(try await handler(later).items().first { $0.title == "rent" }?.notes == "new")
    // Both have them now, and change them; an item that is deleted is no blocker any longer.
    try await handler(later).setBlockers(ids: [], of: id("rent", later))
    try await handler(later).deleteItem(id: id("bins", later))
    for machine in [later, new] { try await machine.sync() }
    #expect(try await waits(new) == ["call - rent", "more - ", "rent 2027-01-15T08:00:00.000Z "])
    try await handler(later).undo(2)
    for machine in [later, new] { try await machine.sync() }
    #expect(try await waits(new) == expected)
    #expect(try await waits(later) == expected)
    #expect(try await new.engine.conflicts().isEmpty)
    #expect(try await later.engine.conflicts().isEmpty)
  }

  /// Each edge is none of the other machine's business.
  @Test func andALoopOfItemsThatWaitIsTheSameOnBoth() async throws {
    let (one, two) = (try await current("new.sqlite"), try await current("other.sqlite"))
    try await handler(one).newItems([NewItem(title: "a"), NewItem(title: "b")])
    for machine in [one, two] { try await machine.sync() }
    try await handler(one).setBlockers(ids: [id("b", one)], of: id("a", one))
    try await handler(two).setBlockers(ids: [id("a", two)], of: id("b", two))
    for machine in [one, two, one] { try await machine.sync() }
    #expect(try await waits(one) == ["a - b", "b - a"])
    #expect(try await waits(two) == waits(one))
    try await handler(two).undo()
    for machine in [two, one] { try await machine.sync() }
    #expect(try await waits(one) == ["a - b", "b - "])
  }
}
