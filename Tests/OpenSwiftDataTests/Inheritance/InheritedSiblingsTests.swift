import OpenSwiftData
import Testing

@Model class Vehicle {
  var name: String

  init(_ name: String) { self.name = name }
}

@available(iOS 26, macOS 26, *)
@Model final class Car: Vehicle {
  @Relationship var wheels: [VehiclePart] = []

  override init(_ name: String) { super.init(name) }
}

@available(iOS 26, macOS 26, *)
@Model final class Truck: Vehicle {
  @Relationship var trailers: [VehiclePart] = []

  override init(_ name: String) { super.init(name) }
}

@Model final class VehiclePart {
  var name: String

  init(_ name: String) { self.name = name }
}

/// What is read along with one model must not be taken for what another class has in the same place.
@Suite("Models of several classes that were fetched together")
struct InheritedSiblingsTests {
  @Test func haveTheirOwnLists() throws {
    let container = try memoryContainer(Vehicle.self, Car.self, Truck.self, VehiclePart.self)
    let context = ModelContext(container)
    let (car, truck) = (Car("car"), Truck("truck"))
    context.insert(car)
    context.insert(truck)
    car.wheels = [VehiclePart("left"), VehiclePart("right")]
    truck.trailers = [VehiclePart("long")]
    try context.save()
    let all = try ModelContext(container).fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect((all[0] as? Car)?.wheels.map(\.name) == ["left", "right"])
    #expect((all[1] as? Truck)?.trailers.map(\.name) == ["long"])
  }
}
