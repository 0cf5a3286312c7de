import Foundation
import OpenSwiftData
import Testing

@Suite("Migrations of models that inherit")
struct InheritanceMigrationTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func fillFirst() throws {
    try store.fill(Fleet1.self) { context in
      context.insert(Fleet1.Vehicle("bicycle"))
      context.insert(Fleet1.Truck("lorry", load: 7))
    }
  }

  private func fillSecond() throws {
    try store.fill(Fleet2.self) { context in
      context.insert(Fleet2.Vehicle("bicycle"))
      context.insert(Fleet2.Car("mini", doors: 3))
    }
  }

  @Test func theFirstSubclassIsAdded() throws {
    try fillFirst()
    let context = ModelContext(try store.open(Fleet2.self))
    context.insert(Fleet2.Car("mini", doors: 3))
    try context.save()
    let again = ModelContext(try store.open(Fleet2.self))
    let all = try again.fetch(FetchDescriptor<Fleet2.Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map(\.name) == ["bicycle", "mini"])
    #expect(all.map { $0 is Fleet2.Car } == [false, true])
    #expect(try again.fetch(FetchDescriptor<Fleet2.Truck>()).map(\.load) == [7])
  }

  @Test func propertiesAndLevelsAreAdded() throws {
    try fillSecond()
    let context = ModelContext(try store.open(Fleet3.self))
    context.insert(Fleet3.Taxi("cab", licence: "L1"))
    try context.save()
    let again = ModelContext(try store.open(Fleet3.self))
    let cars = try again.fetch(FetchDescriptor<Fleet3.Car>(sortBy: [SortDescriptor(\.name)]))
    #expect(cars.map(\.name) == ["cab", "mini"])
    #expect(cars.map(\.doorCount) == [4, 3])
    #expect(cars.map(\.seats) == [4, 4])
    #expect(cars[0].identity != cars[1].identity)
    #expect((cars[0] as? Fleet3.Taxi)?.licence == "L1")
    #expect(try store.sqlite("SELECT count(*) FROM Vehicle WHERE \"Car.seats\" IS NULL") == "1")
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
  }

  @Test func aPropertyThatRowsOfTheClassLackIsNamed() throws {
    try fillSecond()
    #expect { try store.open(Fleet4.self) } throws: { isMismatch($0, naming: "Car.colour") }
  }

  @Test func withoutTheVersionNumberAClassIsNotRemoved() throws {
    try fillSecond()
    let schema = Schema([Fleet1.Vehicle.self, Fleet1.Truck.self], version: .init(2, 0, 0))
    #expect {
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: store.url)])
    } throws: { isMismatch($0, naming: "Car") }
  }

  @Test func aClassGoesOnlyWithoutRows() throws {
    try fillSecond()
    let schema = Schema([Fleet1.Vehicle.self, Fleet1.Truck.self], version: .init(9, 0, 0))
    let configuration = ModelConfiguration(schema: schema, url: store.url)
    #expect { try ModelContainer(for: schema, configurations: [configuration]) } throws: {
      isMismatch($0, naming: "Car", "1 row")
    }
    try store.sqlite("DELETE FROM Vehicle WHERE name = 'mini'")
    let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    #expect(try context.fetch(FetchDescriptor<Fleet1.Vehicle>()).map(\.name) == ["bicycle"])
    #expect(try !store.sqlite("SELECT sql FROM sqlite_master WHERE name = 'Vehicle'").contains("$type"))
  }

  @Test func aClassThatBecomesASubclassNeedsCode() throws {
    try fillFirst()
    #expect { try store.open(Fleet5.self) } throws: { isMismatch($0, naming: "Truck", "custom migration stage") }
    let context = ModelContext(try store.open(Fleet5.self, plan: FleetPlan.self))
    let all = try context.fetch(FetchDescriptor<Fleet5.Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map(\.name) == ["bicycle", "lorry"])
    #expect((all[1] as? Fleet5.Truck)?.load == 7)
  }
}
