import Foundation
import OpenSwiftData

/// Ten thousand random specimens in memory, made once for all tests.
enum SpecimenStore {
  static let count = 10_000

  static let container = Result {
    let seed = UInt64.random(in: 0 ... .max)
    print("specimens of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Specimen.self)
    let context = ModelContext(container)
    for number in 0..<count { context.insert(Specimen.random(&random, number: number)) }
    try context.save()
    return container
  }

  static let identifiers: [PersistentIdentifier] = {
    let identifiers = try? ModelContext(container.get()).fetchIdentifiers(FetchDescriptor<Specimen>())
    return identifiers ?? []
  }()
}

extension SeededGenerator {
  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

  mutating func pickOrNil<Value>(_ values: [Value]) -> Value? {
    Int.random(in: 0..<4, using: &self) == 0 ? nil : pick(values)
  }
}
