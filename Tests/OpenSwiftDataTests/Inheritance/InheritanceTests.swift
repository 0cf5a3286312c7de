import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Models that inherit from models")
struct InheritanceTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  @Test func aFetchAnswersWithInstancesOfTheRowsClasses() throws {
    _ = try store.filledTrips()
    let context = ModelContext(try store.trips())
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["business", "conference", "holiday", "plain"])
    #expect(trips.map { "\(type(of: $0))" } == ["BusinessTrip", "ConferenceTrip", "HolidayTrip", "Trip"])
    #expect((trips[1] as? ConferenceTrip)?.talks == ["one", "two"])
    #expect((trips[1] as? BusinessTrip)?.perdiem == 70)
    #expect((trips[2] as? HolidayTrip)?.notes == 7)
    #expect((trips[0] as? BusinessTrip)?.notes == "business")
  }

  @Test func aFetchOfASubclassAnswersWithItsRowsOnly() throws {
    let context = ModelContext(try store.filledTrips())
    #expect(try context.names(BusinessTrip.self) == ["business", "conference"])
    #expect(try context.names(ConferenceTrip.self) == ["conference"])
    #expect(try context.fetchCount(FetchDescriptor<BusinessTrip>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 4)
    #expect(try context.fetchIdentifiers(FetchDescriptor<HolidayTrip>()).count == 1)
    #expect(
      try context.fetch(FetchDescriptor<BusinessTrip>(), batchSize: 1).map(\.name).sorted() == [
        "business", "conference",
      ])
    var seen: [String] = []
    try context.enumerate(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)])) { seen.append($0.name) }
    #expect(seen == ["business", "conference"])
    #expect(try context.fetchAggregate(.sum(\BusinessTrip.perdiem)) == 120)
    #expect(try context.fetchAggregate(.max(\Trip.start)) == 4)
  }

  @Test func aRowHasOneIdentityAndOneInstance() throws {
    let context = ModelContext(try store.filledTrips())
    let business = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    let trip = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "conference" })).first)
    #expect(trip === business)
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<BusinessTrip>())
    #expect(identifiers.contains(trip.persistentModelID))
    #expect(trip.persistentModelID.entityName == "Trip")
    let other = ModelContext(context.container)
    let there = other.model(for: trip.persistentModelID)
    #expect(there is ConferenceTrip)
    #expect(try (other.fetchModel(for: trip.persistentModelID) as BusinessTrip?)?.perdiem == 70)
    #expect(try (other.fetchModel(for: trip.persistentModelID) as HolidayTrip?) == nil)
    #expect((other.registeredModel(for: trip.persistentModelID) as Trip?) === there)
  }

  @Test func anIdentifierTakenBeforeTheSaveStandsForTheRow() throws {
    let context = ModelContext(try store.trips())
    let trip = BusinessTrip("b", perdiem: 1)
    context.insert(trip)
    let before = trip.persistentModelID
    try context.save()
    #expect(before == trip.persistentModelID)
    #expect(ModelContext(context.container).model(for: before) is BusinessTrip)
  }

  @Test func aRowThatIsGoneAnswersADeletedModel() throws {
    let context = ModelContext(try store.filledTrips())
    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<HolidayTrip>()).first)
    try context.delete(model: HolidayTrip.self)
    try context.save()
    #expect(ModelContext(context.container).model(for: identifier).isDeleted)
  }

  @Test func unsavedModelsOfSubclassesAreFetched() throws {
    let context = ModelContext(try store.filledTrips())
    context.insert(BusinessTrip("unsaved", perdiem: 3))
    let holiday = try #require(try context.fetch(FetchDescriptor<HolidayTrip>()).first)
    holiday.name = "renamed"
    #expect(try context.names(Trip.self) == ["business", "conference", "plain", "renamed", "unsaved"])
    #expect(try context.names(BusinessTrip.self) == ["business", "conference", "unsaved"])
    #expect(try context.names(Trip.self, where: #Predicate { $0.name == "renamed" }) == ["renamed"])
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 5)
  }

  @Test func inheritedAndOwnPropertiesAreSaved() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    (trip.name, trip.perdiem, trip.talks, trip.kind) = ("renamed", 9, ["three"], .booked)
    trip.fare = Fare(price: 1.5, seat: "4A")
    #expect(trip.hasChanges)
    try context.save()
    let again = try #require(try ModelContext(try store.trips()).fetch(FetchDescriptor<ConferenceTrip>()).first)
    #expect(again.name == "renamed" && again.perdiem == 9 && again.talks == ["three"] && again.kind == .booked)
    #expect(again.fare == Fare(price: 1.5, seat: "4A"))
  }

  @Test func aRollbackGivesTheValuesBack() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)])).first)
    (trip.name, trip.perdiem) = ("x", 0)
    context.rollback()
    #expect(trip.name == "business" && trip.perdiem == 50)
  }

  @Test func otherContextsSeeWhatASubclassChanged() throws {
    let container = try store.filledTrips()
    let (one, two) = (ModelContext(container), ModelContext(container))
    let here = try #require(try one.fetch(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)])).first)
    let all = try two.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    (here.perdiem, here.name) = (99, "afresh")
    try one.save()
    #expect((all[0] as? BusinessTrip)?.perdiem == 99)
    #expect(all[0].name == "afresh")
    one.delete(here)
    try one.save()
    _ = all[0].name
    #expect(all[0].isDeleted)
  }

  @Test func whatAFetchLeftOutIsReadWhenNeeded() throws {
    let context = ModelContext(try store.filledTrips())
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.name]
    let trips = try context.fetch(descriptor)
    #expect(trips.map(\.name) == ["business", "conference", "holiday", "plain"])
    #expect((trips[1] as? ConferenceTrip)?.talks == ["one", "two"])
    #expect(trips[3].start == 1)
  }

  @Test func siblingsMayCallAPropertyAlike() throws {
    _ = try store.filledTrips()
    #expect(
      try store.sqlite("SELECT \"BusinessTrip.notes\", \"HolidayTrip.notes\" FROM Trip ORDER BY id")
        == "|\nbusiness|\nbusiness|\n|7")
    #expect(
      try store.sqlite("SELECT \"$type\" FROM Trip ORDER BY id") == "Trip\nBusinessTrip\nConferenceTrip\nHolidayTrip")
  }

  @Test func theHistoryTellsOfRowsOfSubclasses() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<HolidayTrip>()).first)
    (trip.name, trip.notes) = ("changed", 8)
    try context.save()
    let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    #expect(last.changes.map(\.changedPersistentIdentifier) == [trip.persistentModelID])
    guard case .update(let update) = try #require(last.changes.first) else {
      Issue.record("an update was expected")
      return
    }
    #expect((update as? DefaultHistoryUpdate<Trip>)?.updatedAttributes.count == 1)
  }

  @Test func aSubclassHasFullTextAndFilesOfItsOwn() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<HolidayTrip>()).first)
    let photo = Data(repeating: 7, count: 1_000_000)
    (trip.diary, trip.photo) = ("A red sunset over the sea", photo)
    try context.save()
    let other = ModelContext(try store.trips())
    let found = #Predicate<HolidayTrip> { $0.diary.localizedStandardContains("sunset") }
    #expect(try #require(try other.condition(found)).contains("openswiftdata_text_Trip.HolidayTrip.diary"))
    #expect(try other.fetch(FetchDescriptor(predicate: found)).map(\.photo) == [photo])
    #expect(try store.sqlite("SELECT typeof(\"HolidayTrip.photo\") FROM Trip WHERE name = 'holiday'") == "text")
    try other.delete(model: Trip.self)
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor(predicate: found)) == 0)
  }

  @Test func aClassThatTheSchemaDoesNotHoldIsNamed() throws {
    let context = ModelContext(try store.filledTrips())
    try store.sqlite("UPDATE Trip SET \"$type\" = 'SpaceTrip' WHERE name = 'plain'")
    #expect { try context.fetch(FetchDescriptor<Trip>()) } throws: { "\($0)".contains("SpaceTrip") }
    #expect(try context.names(BusinessTrip.self) == ["business", "conference"])
  }
}
