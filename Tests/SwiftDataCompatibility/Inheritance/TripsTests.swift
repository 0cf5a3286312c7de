import Foundation
import SwiftData
import Testing

@Suite("Classes that inherit, as SwiftData has them")
struct TripsTests {
  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Trip.self, BusinessTrip.self, PersonalTrip.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(Trip(name: "Walk", destination: "Park"))
    context.insert(BusinessTrip(name: "Fair", destination: "Hanover", perdiem: 40))
    context.insert(PersonalTrip(name: "Wedding", destination: "Rome", reason: .family))
    try context.save()
  }

  @Test func segmentsAreTheClasses() throws {
    let names = try Segment.allCases.map { segment in
      let descriptor = FetchDescriptor<Trip>(predicate: segment.predicate, sortBy: [SortDescriptor(\.name)])
      return try context.fetch(descriptor).map(\.name)
    }
    #expect(names == [["Fair", "Walk", "Wedding"], ["Wedding"], ["Fair"]])
  }

  @Test func aSwitchTellsTheClassesApart() throws {
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    let details = trips.map { trip in
      switch trip {
      case let business as BusinessTrip: "\(business.perdiem)"
      case let personal as PersonalTrip: personal.reason.rawValue
      default: trip.destination
      }
    }
    #expect(details == ["40.0", "Park", "family"])
  }
}
