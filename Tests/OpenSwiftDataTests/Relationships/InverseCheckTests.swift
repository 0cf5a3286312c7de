import OpenSwiftData
import Testing

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
}
