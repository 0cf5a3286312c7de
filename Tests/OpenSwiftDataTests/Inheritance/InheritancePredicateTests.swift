import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Predicates over models that inherit")
struct InheritancePredicateTests {
  let store: TemporaryStore
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.filledTrips())
  }

  /// The names that SQL finds, and that it finds them without memory.
  private func bySQL<Model: Trip>(
    _ predicate: Predicate<Model>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    #expect(try context.isSaidBySQL(predicate), sourceLocation: sourceLocation)
    return try checked(predicate, sourceLocation: sourceLocation)
  }

  /// The names that are found, which must be those that memory finds.
  private func checked<Model: Trip>(
    _ predicate: Predicate<Model>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let names = try context.names(Model.self, where: predicate)
    let all = try context.fetch(FetchDescriptor<Model>())
    #expect(
      names == (try all.filter { try predicate.evaluate($0) }.map(\.name).sorted()), sourceLocation: sourceLocation)
    return names
  }

  @Test func inheritedPropertiesAreColumns() throws {
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.name == "business" && $0.start == 2 }) == ["business"])
    #expect(try bySQL(#Predicate<ConferenceTrip> { $0.perdiem > 60 && $0.name != "x" }) == ["conference"])
    #expect(try bySQL(#Predicate<HolidayTrip> { $0.traveller?.name == "Ada" }) == ["holiday"])
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.stops.isEmpty }) == ["business", "conference"])
  }

  @Test func ownPropertiesAreColumns() throws {
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.perdiem > 60 }) == ["conference"])
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.notes == "business" }) == ["business", "conference"])
    #expect(try bySQL(#Predicate<HolidayTrip> { $0.notes == 7 }) == ["holiday"])
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.code == nil }) == ["conference"])
  }

  @Test func theClassOfARow() throws {
    #expect(try bySQL(#Predicate<Trip> { $0 is BusinessTrip }) == ["business", "conference"])
    #expect(try bySQL(#Predicate<Trip> { !($0 is BusinessTrip) }) == ["holiday", "plain"])
    #expect(try bySQL(#Predicate<BusinessTrip> { $0 is ConferenceTrip }) == ["conference"])
    #expect(try bySQL(#Predicate<Trip> { $0 is ConferenceTrip || $0 is HolidayTrip }) == ["conference", "holiday"])
  }

  @Test func propertiesOfARowAsOneOfASubclass() throws {
    let limit = 60.0
    #expect(try bySQL(#Predicate<Trip> { ($0 as? BusinessTrip)?.perdiem ?? 0 > limit }) == ["conference"])
    #expect(try bySQL(#Predicate<Trip> { ($0 as? BusinessTrip)?.code == nil }) == ["conference", "holiday", "plain"])
    #expect(try bySQL(#Predicate<Trip> { ($0 as? HolidayTrip)?.notes == 7 }) == ["holiday"])
    #expect(try bySQL(#Predicate<Trip> { ($0 as? BusinessTrip)?.name == "business" }) == ["business"])
    let predicate = #Predicate<Trip> { trip in
      if let business = trip as? BusinessTrip { business.perdiem < 60 } else { trip.start == 4 }
    }
    #expect(try checked(predicate) == ["business", "holiday"])
  }

  @Test func classesAtTheOtherEndOfARelationship() throws {
    let hasConference = #Predicate<Traveller> { $0.trips.contains { $0 is ConferenceTrip } }
    #expect(try context.fetchCount(FetchDescriptor(predicate: hasConference)) == 1)
    try context.delete(model: ConferenceTrip.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor(predicate: hasConference)) == 0)
    let stop = Stop("here")
    stop.trip = try context.fetch(FetchDescriptor<HolidayTrip>()).first
    context.insert(stop)
    context.insert(Stop("nowhere"))
    try context.save()
    let ofHoliday = #Predicate<Stop> { ($0.trip as? HolidayTrip)?.notes == 7 }
    #expect(try context.fetch(FetchDescriptor(predicate: ofHoliday)).map(\.place) == ["here"])
    let ofBusiness = #Predicate<Stop> { ($0.trip as? BusinessTrip) != nil }
    #expect(try context.fetchCount(FetchDescriptor(predicate: ofBusiness)) == 0)
  }

  @Test func whatMemoryHasToDo() throws {
    #expect(try checked(#Predicate<Trip> { ($0 as? ConferenceTrip)?.talks.count ?? 0 == 2 }) == ["conference"])
    #expect(try checked(#Predicate<ConferenceTrip> { $0.talks.contains("one") }) == ["conference"])
  }

  @Test func sortingByInheritedProperties() throws {
    let byStart = FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.start, order: .reverse)])
    #expect(try context.isSaidBySQL(byStart))
    #expect(try context.fetch(byStart).map(\.name) == ["business", "conference"])
    let byName = FetchDescriptor<HolidayTrip>(sortBy: [SortDescriptor(\.name)])
    #expect(try context.isSaidBySQL(byName))
    let byKind = FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.kind), SortDescriptor(\.perdiem)])
    #expect(try context.fetch(byKind).map(\.name) == ["business", "conference"])
  }

  @Test func membersOfAStructureOfASubclass() throws {
    let trip = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    trip.fare = Fare(price: 2, seat: "1A")
    try context.save()
    #expect(try bySQL(#Predicate<ConferenceTrip> { $0.fare?.price == 2 }) == ["conference"])
  }

  @Test func anIdentifierOfASubclass() throws {
    let trip = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    let identifier = trip.persistentModelID
    #expect(try bySQL(#Predicate<BusinessTrip> { $0.persistentModelID == identifier }) == ["conference"])
    #expect(try bySQL(#Predicate<Trip> { $0.persistentModelID == identifier }) == ["conference"])
  }
}
