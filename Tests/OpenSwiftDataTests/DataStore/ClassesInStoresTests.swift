import DocketLocking
import Foundation
import OpenSwiftData
import Testing

@Suite("Subclasses in stores of any kind")
struct ClassesInStoresTests {
  private let files: TemporaryStore

  init() throws { files = try TemporaryStore() }

  // MARK: - A JSON file, and one of two files

  private func jsonContainer() throws -> ModelContainer {
    try ModelContainer(for: Schema(tripTypes), configurations: [JSONStoreConfiguration(fileURL: files.jsonURL)])
  }

  private func twoFiles() throws -> ModelContainer {
    let url = files.directory.appendingPathComponent("notes.sqlite")
    return try ModelContainer(
      for: Schema(tripTypes + [Note.self]),
      configurations: ModelConfiguration("trips", schema: Schema(tripTypes), url: files.url),
      ModelConfiguration("notes", schema: Schema([Note.self]), url: url))
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let (ada, firm) = (Traveller("Ada"), Firm("Acme"))
    let business = BusinessTrip("business", start: 2, perdiem: 50, code: "B1")
    let conference = ConferenceTrip("conference", perdiem: 70, talks: ["one", "two"])
    let holiday = HolidayTrip("holiday", start: 4, notes: 9)
    for trip in [Trip("plain", start: 1), business, conference, holiday] {
      context.insert(trip)
      trip.traveller = ada
    }
    ada.favourite = conference
    conference.fare = Fare(price: 1.5, seat: "7A")
    conference.programme = Programme(pages: 3)
    firm.trips = [conference, business]
    holiday.companions = [ada]
    holiday.diary = "sun"
    try context.save()
  }

  /// All stored values, as a new context reads them.
  private func check(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    #expect(try context.names(Trip.self) == ["business", "conference", "holiday", "plain"])
    #expect(try context.names(BusinessTrip.self) == ["business", "conference"])
    #expect(try context.names(ConferenceTrip.self) == ["conference"])
    #expect(try context.names(BusinessTrip.self, where: #Predicate { $0.perdiem > 60 }) == ["conference"])
    #expect(try context.names(HolidayTrip.self, where: #Predicate { $0.notes == 9 && $0.start == 4 }) == ["holiday"])
    #expect(try context.fetchCount(FetchDescriptor<BusinessTrip>()) == 2)
    var second = FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.perdiem)])
    (second.fetchOffset, second.fetchLimit) = (1, 1)
    #expect(try context.fetch(second).map(\.name) == ["conference"])
    let conference = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    #expect(conference.talks == ["one", "two"] && conference.fare == Fare(price: 1.5, seat: "7A"))
    #expect(conference.programme?.pages == 3 && conference.code == nil && conference.notes == "business")
    let ada = try #require(try context.fetch(FetchDescriptor<Traveller>()).first)
    #expect(ada.favourite === conference)
    #expect(Set(ada.trips.map { "\(type(of: $0))" }) == ["Trip", "BusinessTrip", "ConferenceTrip", "HolidayTrip"])
    let firm = try #require(try context.fetch(FetchDescriptor<Firm>()).first)
    #expect(firm.trips.map(\.name) == ["conference", "business"])
    let holiday = try #require(try context.fetch(FetchDescriptor<HolidayTrip>()).first)
    #expect(holiday.companions == [ada] && holiday.notes == 9 && holiday.diary == "sun")
    #expect(try context.fetch(FetchDescriptor<Trip>()).allSatisfy { $0.persistentModelID.entityName == "Trip" })
  }

  /// Changes and deletes models of each level.
  private func change(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let business = try #require(
      try context.fetch(FetchDescriptor<BusinessTrip>(predicate: #Predicate { $0.name == "business" })).first)
    business.perdiem = 55
    business.start = 12
    let other = ModelContext(container)
    for trip in try context.fetch(FetchDescriptor<ConferenceTrip>()) { context.delete(trip) }
    try context.save()
    #expect(
      try other.names(BusinessTrip.self, where: #Predicate { $0.perdiem == 55 && $0.start == 12 }) == ["business"])
    #expect(try other.names(Trip.self) == ["business", "holiday", "plain"])
    #expect(try other.fetch(FetchDescriptor<Traveller>()).allSatisfy { $0.favourite == nil && $0.trips.count == 3 })
    #expect(try other.fetch(FetchDescriptor<Firm>()).map { $0.trips.map(\.name) } == [["business"]])
    #expect(try other.fetchCount(FetchDescriptor<Programme>()) == 0)
  }

  @Test func aJSONFileKeepsTheClassOfEachModel() throws {
    try fill(try jsonContainer())
    try check(try jsonContainer())
    try change(try jsonContainer())
    #expect(
      try ModelContext(try jsonContainer()).names(BusinessTrip.self, where: #Predicate { $0.perdiem == 55 }).count == 1)
  }

  @Test func aContainerOfTwoFilesKeepsTheClassOfEachModel() throws {
    try fill(try twoFiles())
    try check(try twoFiles())
    // The file is one like any other.
    try check(try files.trips())
    try change(try twoFiles())
    #expect(
      try ModelContext(try files.trips()).names(BusinessTrip.self, where: #Predicate { $0.perdiem == 55 }).count == 1)
  }

  @Test func whatAnotherProgramSavesInOneFileIsSeen() throws {
    try fill(try twoFiles())
    let context = ModelContext(try twoFiles())
    #expect(try context.names(HolidayTrip.self) == ["holiday"])
    let alone = ModelContext(try files.trips())
    alone.insert(HolidayTrip("second"))
    try #require(try alone.fetch(FetchDescriptor<ConferenceTrip>()).first).talks = ["three"]
    try alone.save()
    #expect(try context.names(HolidayTrip.self) == ["holiday", "second"])
    #expect(try context.fetch(FetchDescriptor<ConferenceTrip>()).map(\.talks) == [["three"]])
  }

  // MARK: - Snapshots of a type of one's own

  @Test func aSnapshotTypeThatNamesTheClassBringsItBack() throws {
    let shelf = Shelf<NamedFigure>()
    let container = try shelf.container()
    let context = ModelContext(container)
    for model in [Figure("dot"), Circle("ring", radius: 2.5)] { context.insert(model) }
    try context.save()
    let again = ModelContext(try shelf.container())
    #expect(try again.fetch(FetchDescriptor<Figure>(sortBy: [SortDescriptor(\.name)])).map(\.name) == ["dot", "ring"])
    #expect(try again.fetch(FetchDescriptor<Circle>()).map(\.radius) == [2.5])
  }

  @Test func aSnapshotTypeThatLosesTheClassIsRefusedAtTheSave() throws {
    let shelf = Shelf<BareFigure>()
    let context = ModelContext(try shelf.container())
    context.insert(Figure("dot"))
    try context.save()
    context.insert(Circle("ring", radius: 2.5))
    #expect {
      try context.save()
    } throws: { error in
      guard let error = error as? SwiftDataError else { return false }
      return ["BareFigure", "Circle", "entityName"].allSatisfy(error.explanation.contains)
    }
    #expect(shelf.count == 1)
  }
}

@Model class Figure {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class Circle: Figure {
  var radius: Double
  init(_ name: String, radius: Double) {
    self.radius = radius
    super.init(name)
  }
}

/// The common part of the snapshots of figures.
protocol FigureSnapshot: DataStoreSnapshot {
  var persistentIdentifier: PersistentIdentifier { get set }
}

/// A snapshot without the class.
struct BareFigure: FigureSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var name: String

  init(from data: any BackingData, relatedBackingDatas _: inout [PersistentIdentifier: any BackingData]) {
    let snapshot = DefaultSnapshot(from: data)
    (persistentIdentifier, name) = (snapshot.persistentIdentifier, "lost")
  }

  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers _: [PersistentIdentifier: PersistentIdentifier]?
  ) -> BareFigure {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    return copy
  }
}

/// A snapshot with the class.
struct NamedFigure: FigureSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var entityName: String
  var name = ""
  var radius: Double?

  init(from data: any BackingData, relatedBackingDatas _: inout [PersistentIdentifier: any BackingData]) {
    persistentIdentifier = DefaultSnapshot(from: data).persistentIdentifier
    entityName = Self.entityName(of: data)
    if let data = data as? any BackingData<Figure> { name = data.getValue(forKey: \.name) }
    if let data = data as? any BackingData<Circle> {
      name = data.getValue(forKey: \.name)
      radius = data.getValue(forKey: \.radius)
    }
  }

  private static func entityName<Data: BackingData>(of _: Data) -> String { Schema.entityName(for: Data.Model.self) }

  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers _: [PersistentIdentifier: PersistentIdentifier]?
  ) -> NamedFigure {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    return copy
  }
}

extension DefaultSnapshot {
  fileprivate init(from data: any BackingData) {
    var related: [PersistentIdentifier: any BackingData] = [:]
    self.init(from: data, relatedBackingDatas: &related)
  }
}

/// Figures in memory.
private final class Shelf<Snapshot: FigureSnapshot>: Sendable {
  private let figures = Lock<[PersistentIdentifier: Snapshot]>([:])

  var count: Int { all.count }
  var all: [Snapshot] { figures.withLock { Array($0.values) } }

  func container() throws -> ModelContainer {
    try ModelContainer(for: Schema([Figure.self, Circle.self]), configurations: [ShelfConfiguration(shelf: self)])
  }

  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot> {
    var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let temporary = snapshot.persistentIdentifier
      identifiers[temporary] = try .identifier(
        for: "shelf", entityName: temporary.entityName, primaryKey: UUID())
    }
    figures.withLock { figures in
      for snapshot in request.inserted + request.updated {
        let identifier = identifiers[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        figures[identifier] = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: identifiers)
      }
      for snapshot in request.deleted { figures[snapshot.persistentIdentifier] = nil }
    }
    return DataStoreSaveChangesResult(for: "shelf", remappedIdentifiers: identifiers)
  }
}

private struct ShelfConfiguration<Snapshot: FigureSnapshot>: DataStoreConfiguration {
  typealias Store = ShelfStore<Snapshot>
  var name = "shelf"
  var schema: Schema?
  let shelf: Shelf<Snapshot>

  static func == (left: Self, right: Self) -> Bool { left.shelf === right.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

private final class ShelfStore<Snapshot: FigureSnapshot>: DataStore {
  let configuration: ShelfConfiguration<Snapshot>
  let schema: Schema
  let identifier = "shelf"

  init(_ configuration: ShelfConfiguration<Snapshot>, migrationPlan _: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema([Figure.self])
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: configuration.shelf.all)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot> { try configuration.shelf.save(request) }
}
