import OpenSwiftData
import Testing

@Suite("The schema of models that inherit")
struct InheritanceSchemaTests {
  private let schema = Schema(ConferenceTrip.self, HolidayTrip.self)

  @Test func superclassesAreFoundByThemselves() throws {
    let names = schema.entities.map(\.name)
    #expect(["BusinessTrip", "ConferenceTrip", "HolidayTrip", "Trip"].allSatisfy(names.contains))
  }

  @Test func entitiesKnowEachOther() throws {
    let trip = try #require(schema.entity(for: Trip.self))
    let business = try #require(schema.entitiesByName["BusinessTrip"])
    #expect(trip.superentity == nil)
    #expect(trip.superentityName == nil)
    #expect(Set(trip.subentities.map(\.name)) == ["BusinessTrip", "HolidayTrip"])
    #expect(business.superentityName == "Trip")
    #expect(business.superentity == trip)
    #expect(business.subentities.map(\.name) == ["ConferenceTrip"])
  }

  @Test func inheritedPropertiesComeFirst() throws {
    let holiday = try #require(schema.entity(for: HolidayTrip.self))
    #expect(
      holiday.storedPropertyNames == [
        "name", "start", "kind", "traveller", "stops", "notes", "diary", "photo", "companions",
      ])
    #expect(holiday.inheritedProperties.map(\.name) == ["name", "start", "kind", "traveller", "stops"])
    #expect(holiday.inheritedPropertiesByName["start"]?.valueType == Int.self)
    #expect(HolidayTrip.schemaMetadata.map(\.name) == holiday.storedPropertyNames)
  }

  @Test func aRelationshipToASubclassHasItsInverse() throws {
    let business = try #require(schema.entity(for: BusinessTrip.self))
    #expect(business.relationshipsByName["firm"]?.inverseName == "trips")
    #expect(business.relationshipsByName["stops"]?.inverseName == "trip")
    #expect(business.relationshipsByName["firm"]?.destination == "Firm")
  }
}
