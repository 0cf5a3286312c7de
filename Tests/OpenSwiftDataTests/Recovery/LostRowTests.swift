import Foundation
import OpenSwiftData
import Testing

@Suite("References to rows that a damaged store lost")
struct LostRowTests {
  let store: TemporaryStore
  private let recovered: URL

  init() throws {
    store = try TemporaryStore()
    recovered = store.directory.appendingPathComponent("recovered.sqlite")
  }

  @Test func thoseOfSubclassesAreRemovedToo() throws {
    do {
      let context = ModelContext(try store.filledTrips())
      let trips = try context.fetch(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)]))
      trips[0].firm = Firm("ACME")
      for trip in trips { trip.lanyards = [Lanyard("press of \(trip.name)")] }
      try context.save()
    }
    try store.sqlite("DELETE FROM Firm; DELETE FROM Lanyard WHERE name = 'press of business'")
    let report = try ModelContainer.recoverStore(at: store.url, to: recovered, for: Schema(tripTypes))
    #expect(report.danglingReferences == 2)
    #expect(
      try store.sqlite(#"SELECT count(*) FROM Trip WHERE "BusinessTrip.firm" IS NOT NULL"#, file: recovered) == "0")
    let container = try ModelContainer(
      for: Schema(tripTypes), configurations: [ModelConfiguration(schema: Schema(tripTypes), url: recovered)])
    let trips = try ModelContext(container).fetch(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map { $0.lanyards.map(\.name) } == [[], ["press of conference"]])
  }

  @Test func whatRequiresALostRowIsLostWithAllThatLeadsToIt() throws {
    do {
      let context = ModelContext(try store.container(Jacket.self, Spare.self))
      let pegs = [Peg(Rail("lost")), Peg(Rail("kept"))]
      for peg in pegs {
        context.insert(Jacket(peg))
        context.insert(Spare(peg))
      }
      try context.save()
    }
    try store.sqlite("DELETE FROM Rail WHERE name = 'lost'")
    let schema = Schema([Jacket.self, Spare.self])
    let report = try ModelContainer.recoverStore(at: store.url, to: recovered, for: schema)
    #expect(report.danglingReferences == 3)
    for table in ["Peg", "Jacket", "Spare WHERE peg IS NOT NULL"] {
      #expect(try store.sqlite("SELECT count(*) FROM \(table)", file: recovered) == "1")
    }
  }
}

// A jacket requires a peg, which requires a rail; a spare need not have one.

@Model final class Jacket {
  @Relationship var peg: Peg
  init(_ peg: Peg) { self.peg = peg }
}

@Model final class Spare {
  @Relationship var peg: Peg?
  init(_ peg: Peg) { self.peg = peg }
}

@Model final class Peg {
  @Relationship var rail: Rail
  init(_ rail: Rail) { self.rail = rail }
}

@Model final class Rail {
  var name: String
  init(_ name: String) { self.name = name }
}
