import DocketLocking
import Testing

@testable import OpenSwiftData

@Suite("An inverse that can't be one")
struct InverseCheckTests {
  @Model final class Garden {
    @Relationship(inverse: \Plant.name) var plants: [Plant] = []
    init() {}
  }

  @Model final class Plant {
    var name = ""
    var garden: Garden?
    init() {}
  }

  @Model final class Zoo {
    @Relationship(inverse: \Animal.keeper) var animals: [Animal] = []
    init() {}
  }

  @Model final class Animal {
    var zoo: Zoo?
    var keeper: Keeper?
    init() {}
  }

  @Model final class Keeper {
    var animals: [Animal] = []
    init() {}
  }

  @Test func isRefusedWhenTheContainerIsMade() {
    let error = #expect(throws: SwiftDataError.unsupportedKeyPath) { try memoryContainer(Garden.self) }
    #expect(
      error?.explanation
        == "The inverse of Garden.plants is no relationship of Plant that leads back to Garden.")
  }

  @Test func isRefusedIfItLeadsToAnotherModel() {
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try memoryContainer(Zoo.self) }
  }

  @Model class Vessel {
    var harbour: Harbour?
    init() {}
  }

  @Model final class Ferry: Vessel {
    override init() { super.init() }
  }

  @Model final class Harbour {
    @Relationship(inverse: \Ferry.harbour) var ferries: [Ferry] = []
    init() {}
  }

  @Test func isToldIfItBelongsToAnotherClass() throws {
    let lines = Lock<[String]>([])
    try InverseWarnings.$receiver.withValue({ line in lines.withLock { $0.append(line) } }) {
      _ = try memoryContainer(Harbour.self, Ferry.self)
    }
    let told = lines.withLock { $0 }
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("the inverse of Harbour.ferries, harbour, is not kept in step") == true)
  }
}
