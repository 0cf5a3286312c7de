import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Relationships of models that inherit")
struct InheritedRelationshipTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func business(_ context: ModelContext) throws -> BusinessTrip {
    try #require(
      try context.fetch(FetchDescriptor<BusinessTrip>(predicate: #Predicate { $0.name == "business" })).first)
  }

  @Test func aListOfTheRootHoldsEveryClass() throws {
    _ = try store.filledTrips()
    let context = ModelContext(try store.trips())
    let ada = try #require(try context.fetch(FetchDescriptor<Traveller>()).first)
    #expect(ada.trips.map { "\(type(of: $0))" } == ["Trip", "BusinessTrip", "ConferenceTrip", "HolidayTrip"])
    #expect((ada.trips[2] as? ConferenceTrip)?.talks == ["one", "two"])
    #expect(ada.trips.allSatisfy { $0.traveller === ada })
  }

  @Test func bothEndsOfARelationshipToASubclassStayInStep() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try business(context)
    let firm = Firm("ACME")
    trip.firm = firm
    #expect(firm.trips.map(\.name) == ["business"])
    let conference = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    firm.trips.append(conference)
    #expect(conference.firm === firm)
    try context.save()
    let again = try #require(try ModelContext(try store.trips()).fetch(FetchDescriptor<Firm>()).first)
    #expect(again.trips.map(\.name) == ["business", "conference"])
    #expect(again.trips[1] is ConferenceTrip)
  }

  @Test func manyToManyOfASubclass() throws {
    let context = ModelContext(try store.filledTrips())
    let lanyard = Lanyard("press")
    let trip = try business(context)
    trip.lanyards = [lanyard]
    let conference = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    conference.lanyards = [lanyard]
    try context.save()
    let other = ModelContext(context.container)
    #expect(try other.fetch(FetchDescriptor<Lanyard>()).first?.trips.map(\.name) == ["business", "conference"])
    try other.delete(model: ConferenceTrip.self)
    try other.save()
    #expect(
      try ModelContext(try store.trips()).fetch(FetchDescriptor<Lanyard>()).first?.trips.map(\.name) == ["business"])
    #expect(lanyard.trips.map(\.name) == ["business"])
  }

  @Test func aDeletionFollowsTheRulesOfTheRowsClass() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    trip.programme = Programme(pages: 3)
    trip.stops = [Stop("a"), Stop("b")]
    try context.save()
    let other = ModelContext(context.container)
    let all = try other.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "conference" }))
    other.delete(try #require(all.first))
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Programme>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Stop>()) == 0)
    context.processPendingChanges()
    #expect(trip.isDeleted)
  }

  @Test func aCascadeTakesRowsOfEveryClassAlong() throws {
    let context = ModelContext(try store.filledTrips())
    let trip = try #require(try context.fetch(FetchDescriptor<ConferenceTrip>()).first)
    trip.programme = Programme(pages: 3)
    try context.save()
    let other = ModelContext(try store.trips())
    try other.delete(model: Traveller.self)
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Programme>()) == 0)
  }

  @Test func batchDeletionWithAndWithoutSubclasses() throws {
    let context = ModelContext(try store.filledTrips())
    try context.delete(model: BusinessTrip.self, includeSubclasses: false)
    try context.save()
    #expect(try context.names(Trip.self) == ["conference", "holiday", "plain"])
    try context.delete(model: Trip.self, where: #Predicate { $0.name != "holiday" }, includeSubclasses: false)
    try context.save()
    #expect(try context.names(Trip.self) == ["conference", "holiday"])
    try context.delete(model: Trip.self)
    try context.save()
    #expect(try context.names(Trip.self).isEmpty)
  }

  @Test func relationshipsWithoutAnInverseForgetARowOfASubclass() throws {
    let context = ModelContext(try store.filledTrips())
    let ada = try #require(try context.fetch(FetchDescriptor<Traveller>()).first)
    ada.favourite = try context.fetch(FetchDescriptor<ConferenceTrip>()).first
    let holiday = try #require(try context.fetch(FetchDescriptor<HolidayTrip>()).first)
    holiday.companions = [ada]
    try context.save()
    let other = ModelContext(context.container)
    let there = try #require(try other.fetch(FetchDescriptor<Traveller>()).first)
    #expect(there.favourite is ConferenceTrip)
    #expect(try other.fetch(FetchDescriptor<HolidayTrip>()).first?.companions.map(\.name) == ["Ada"])
    try other.delete(model: ConferenceTrip.self)
    try other.save()
    #expect(there.favourite == nil)
    #expect(ada.favourite == nil)
  }

  @Test func aKeyOfAnotherClassLeadsNowhere() throws {
    let container = try store.filledTrips()
    let plain = try store.sqlite("SELECT id FROM Trip WHERE name = 'plain'")
    try store.sqlite("UPDATE Traveller SET favourite = \(plain)")
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Traveller>()).first?.favourite == nil)
    _ = try context.fetch(FetchDescriptor<Trip>())
    #expect(try context.fetch(FetchDescriptor<Traveller>()).first?.favourite == nil)
  }

  @Test func uniqueValuesOfASubclass() throws {
    let context = ModelContext(try store.filledTrips())
    context.insert(BusinessTrip("changed", perdiem: 1, code: "B1"))
    try context.save()
    #expect(try context.names(BusinessTrip.self) == ["changed", "conference"])
    context.insert(ConferenceTrip("other class", talks: []))
    try context.save()
    let conference = try #require(
      try context.fetch(FetchDescriptor<ConferenceTrip>(predicate: #Predicate { $0.name == "other class" })).first)
    conference.code = "B1"
    #expect { try context.save() } throws: { SwiftDataError.uniqueConstraint ~= $0 }
    context.rollback()
    let clash = ConferenceTrip("clash", talks: [])
    clash.code = "B1"
    context.insert(clash)
    #expect { try context.save() } throws: { SwiftDataError.uniqueConstraint ~= $0 }
    // The new model matches too, but is of a subclass.
    try context.delete(model: BusinessTrip.self, where: #Predicate { $0.code == "B1" }, includeSubclasses: false)
    try context.save()
    #expect(try context.names(BusinessTrip.self) == ["clash", "conference", "other class"])
  }

  @Test func undoingADeletionBringsTheSubclassBack() throws {
    let context = ModelContext(try store.filledTrips())
    context.undoManager = UndoManager()
    let trip = try business(context)
    context.delete(trip)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    let again = try business(ModelContext(try store.trips()))
    #expect(again.perdiem == 50)
    #expect(again.traveller?.name == "Ada")
  }
}
