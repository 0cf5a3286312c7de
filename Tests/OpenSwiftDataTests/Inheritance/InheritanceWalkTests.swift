import Foundation
import OpenSwiftData
import Testing

/// A random walk over three levels of classes, next to plain values that say what must come out.
@Suite("Models that inherit behave like values")
struct InheritanceWalkTests {
  /// What a trip must be.
  private struct Expected: Hashable {
    var type: String
    var name: String
    var number: Double
    var traveller: String?
    var firm: String?
    var stops: Int
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func aWalkEndsWhereTheValuesEnd(seed: UInt64) throws {
    let store = try TemporaryStore()
    var random = SeededGenerator(seed: seed)
    var expected: [Int: Expected] = [:]
    var context = ModelContext(try store.trips())
    for name in ["Ada", "Bob"] { context.insert(Traveller(name)) }
    for name in ["ACME", "Umbrella"] { context.insert(Firm(name)) }
    try context.save()
    for step in 0..<120 {
      try act(step, context, &expected, &random)
      if step % 7 == 6 {
        if random.next() % 5 == 0 { try check(expected, context, "seed \(seed), unsaved, step \(step)") }
        try context.save()
        try check(expected, context, "seed \(seed), saved, step \(step)")
      }
      if step % 21 == 20 {
        context = ModelContext(try store.trips())
        try check(expected, context, "seed \(seed), reopened, step \(step)")
      }
    }
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
  }

  private func act(
    _ step: Int, _ context: ModelContext, _ expected: inout [Int: Expected], _ random: inout SeededGenerator
  ) throws {
    let choice = random.next() % 8
    guard choice > 2, let key = expected.keys.sorted().randomElement(using: &random) else {
      return insert(step, context, &expected, &random)
    }
    let found = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.start == key }))
    let trip = try #require(found.first)
    switch choice {
    case 3:
      trip.name = "renamed \(step)"
      expected[key]?.name = trip.name
    case 4:
      set(Double(step), trip)
      expected[key]?.number = Self.number(of: trip)
    case 5:
      let travellers = try context.fetch(FetchDescriptor<Traveller>(sortBy: [SortDescriptor(\.name)]))
      let traveller = random.next() % 3 == 0 ? nil : travellers.randomElement(using: &random)
      if random.next() % 2 == 0 || traveller == nil {
        trip.traveller = traveller
      } else if let traveller, !traveller.trips.contains(trip) {
        traveller.trips.append(trip)
      }
      expected[key]?.traveller = traveller?.name
    case 6:
      guard let business = trip as? BusinessTrip else { return }
      let firm = try context.fetch(FetchDescriptor<Firm>(sortBy: [SortDescriptor(\.name)])).randomElement(
        using: &random)
      business.firm = firm
      business.stops.append(Stop("stop \(step)"))
      expected[key]?.firm = firm?.name
      expected[key]?.stops += 1
    default:
      context.delete(trip)
      expected[key] = nil
    }
  }

  private func insert(
    _ step: Int, _ context: ModelContext, _ expected: inout [Int: Expected], _ random: inout SeededGenerator
  ) {
    let trip: Trip
    switch random.next() % 4 {
    case 0: trip = Trip("trip \(step)")
    case 1: trip = BusinessTrip("trip \(step)", perdiem: Double(step))
    case 2: trip = ConferenceTrip("trip \(step)", perdiem: Double(step), talks: ["\(step)"])
    default: trip = HolidayTrip("trip \(step)", notes: step)
    }
    trip.start = step
    context.insert(trip)
    expected[step] = Expected(type: "\(type(of: trip))", name: trip.name, number: Self.number(of: trip), stops: 0)
  }

  private func set(_ number: Double, _ trip: Trip) {
    (trip as? BusinessTrip)?.perdiem = number
    (trip as? HolidayTrip)?.notes = Int(number)
  }

  private static func number(of trip: Trip) -> Double {
    (trip as? BusinessTrip)?.perdiem ?? (trip as? HolidayTrip).map { Double($0.notes) } ?? -1
  }

  private func value(_ trip: Trip) -> Expected {
    Expected(
      type: "\(type(of: trip))", name: trip.name, number: Self.number(of: trip), traveller: trip.traveller?.name,
      firm: (trip as? BusinessTrip)?.firm?.name, stops: trip.stops.count)
  }

  private func check(_ expected: [Int: Expected], _ context: ModelContext, _ place: Comment) throws {
    let all = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]))
    #expect(all.map(\.start) == expected.keys.sorted(), place)
    #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.start, value($0)) }) == expected, place)
    let business = expected.filter { ["BusinessTrip", "ConferenceTrip"].contains($0.value.type) }
    #expect(Set(try context.fetch(FetchDescriptor<BusinessTrip>()).map(\.start)) == Set(business.keys), place)
    let dear = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { ($0 as? BusinessTrip)?.perdiem ?? 0 > 40 }))
    #expect(Set(dear.map(\.start)) == Set(business.filter { $0.value.number > 40 }.keys), place)
    for traveller in try context.fetch(FetchDescriptor<Traveller>()) {
      let trips = expected.filter { $0.value.traveller == traveller.name }
      #expect(Set(traveller.trips.map(\.start)) == Set(trips.keys), place)
    }
    for firm in try context.fetch(FetchDescriptor<Firm>()) {
      #expect(Set(firm.trips.map(\.start)) == Set(expected.filter { $0.value.firm == firm.name }.keys), place)
    }
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == expected.values.reduce(0) { $0 + $1.stops }, place)
  }
}
