import Testing

@testable import OpenSwiftData

@Suite("Registered models")
struct RegisteredModelsTests {
  /// Keys side by side, far apart, in steps that meet in the table, and negative ones.
  private static func key(_ random: inout SeededGenerator) -> Int64 {
    let number = Int64.random(in: 0..<300, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return number + 1
    case 1: return -number - 1
    case 2: return (number + 1) * 4_096
    default: return (number + 1) << 40
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4]) func areThoseOfADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var registered = RegisteredModels()
    var expected: [Int64: Note] = [:]
    for _ in 0..<6_000 {
      let key = Self.key(&random)
      if Bool.random(using: &random) {
        let note = Note(title: "")
        registered.register(note, key)
        expected[key] = note
      } else {
        registered.remove(key)
        expected[key] = nil
      }
      let asked = Self.key(&random)
      #expect(registered[asked] === expected[asked], "seed \(seed), key \(asked)")
      #expect(registered[key] === expected[key], "seed \(seed), key \(key)")
    }
    var seen: [Int64] = []
    registered.forEach { key, model in
      #expect(model === expected[key], "seed \(seed), key \(key)")
      seen.append(key)
    }
    #expect(seen.sorted() == expected.keys.sorted(), "seed \(seed)")
    #expect(registered.count == expected.count, "seed \(seed)")
    #expect(registered.largestKey == expected.keys.max(), "seed \(seed)")
  }

  @Test func areForgottenBySweepsOnceTheyAreGone() {
    var registered = RegisteredModels()
    let kept = (1...100).map { _ in Note(title: "kept") }
    for (key, note) in zip(Int64(1)..., kept) { registered.register(note, key) }
    for key in Int64(101)...1_000 { registered.register(Note(title: "gone"), key) }
    #expect(registered.count == 1_000)
    #expect(registered[500] == nil)
    registered.sweep()
    #expect(registered.count == 100)
    #expect(zip(Int64(1)..., kept).allSatisfy { registered[$0] === $1 })
  }
}
