import Foundation
import OpenSwiftData

// Three levels with a sibling, and relationships to the root, to a subclass, from either, and without an inverse.

@Model class Trip {
  #Index<Trip>([\.start])
  var name: String
  var start: Int
  var kind = TripKind.open
  var traveller: Traveller?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

  init(_ name: String, start: Int = 0) {
    self.name = name
    self.start = start
  }
}

enum TripKind: String, Codable, CaseIterable {
  case open
  case booked
}

struct Fare: Codable, Hashable {
  var price: Double
  var seat: String
}

@Model class BusinessTrip: Trip {
  #Unique<BusinessTrip>([\.code])
  #Index<BusinessTrip>([\.perdiem])
  var perdiem: Double
  var code: String?
  var notes = "business"
  var firm: Firm?
  @Relationship(deleteRule: .nullify, inverse: \Lanyard.trips) var lanyards: [Lanyard] = []

  init(_ name: String, start: Int = 0, perdiem: Double, code: String? = nil) {
    self.perdiem = perdiem
    self.code = code
    super.init(name, start: start)
  }
}

@Model final class ConferenceTrip: BusinessTrip {
  var talks: [String]
  var fare: Fare?
  @Relationship(deleteRule: .cascade) var programme: Programme?

  init(_ name: String, perdiem: Double = 1, talks: [String]) {
    self.talks = talks
    super.init(name, perdiem: perdiem)
  }
}

@available(iOS 26, macOS 26, *)
@Model final class HolidayTrip: Trip {
  #FullTextIndex<HolidayTrip>(\.diary)
  var notes: Int
  var diary = ""
  @Attribute(.externalStorage) var photo: Data?
  @Relationship var companions: [Traveller] = []

  init(_ name: String, start: Int = 0, notes: Int = 7) {
    self.notes = notes
    super.init(name, start: start)
  }
}

@Model final class Traveller {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Trip.traveller) var trips: [Trip] = []
  var favourite: BusinessTrip?

  init(_ name: String) { self.name = name }
}

@Model final class Firm {
  var name: String
  @Relationship(inverse: \BusinessTrip.firm) var trips: [BusinessTrip] = []

  init(_ name: String) { self.name = name }
}

@Model final class Lanyard {
  var name: String
  var trips: [BusinessTrip] = []

  init(_ name: String) { self.name = name }
}

@Model final class Programme {
  var pages: Int

  init(pages: Int) { self.pages = pages }
}

@Model final class Stop {
  var place: String
  var trip: Trip?

  init(_ place: String) { self.place = place }
}

/// All models of the hierarchy and around it.
let tripTypes: [any PersistentModel.Type] = [
  Trip.self, BusinessTrip.self, ConferenceTrip.self, HolidayTrip.self, Traveller.self, Stop.self,
]

extension TemporaryStore {
  func trips() throws -> ModelContainer {
    let schema = Schema(tripTypes)
    return try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
  }

  /// A store with one trip of each class, and who travels.
  func filledTrips() throws -> ModelContainer {
    let container = try trips()
    let context = ModelContext(container)
    let ada = Traveller("Ada")
    let trips = [
      Trip("plain", start: 1), BusinessTrip("business", start: 2, perdiem: 50, code: "B1"),
      ConferenceTrip("conference", perdiem: 70, talks: ["one", "two"]), HolidayTrip("holiday", start: 4),
    ]
    for trip in trips { context.insert(trip) }
    for trip in trips { trip.traveller = ada }
    try context.save()
    return container
  }
}

extension ModelContext {
  /// The names of what a descriptor fetches, in alphabetical order.
  func names<Model: Trip>(_: Model.Type, where predicate: Predicate<Model>? = nil) throws -> [String] {
    try fetch(FetchDescriptor<Model>(predicate: predicate)).map(\.name).sorted()
  }
}
