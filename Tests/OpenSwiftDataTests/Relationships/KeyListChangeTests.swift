import Testing

@testable import OpenSwiftData

@Suite("What a list of keys becomes")
struct KeyListChangeTests {
  /// The same, looked at key by key.
  private func naive(_ old: [Int64], _ new: [Int64]) -> ([Int64], Set<Int64>, Set<Int64>) {
    var unique: [Int64] = []
    for key in new where !unique.contains(key) { unique.append(key) }
    return (unique, Set(old).subtracting(unique), Set(unique).subtracting(old))
  }

  @Test func isWhatLookingAtEachKeySays() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let old = Array(
        (1...30).map(Int64.init).shuffled(using: &generator).prefix(Int.random(in: 0...30, using: &generator)))
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let place = Int.random(in: 0...new.count, using: &generator)
        if Bool.random(using: &generator), place < new.count {
          new.remove(at: place)
        } else {
          new.insert(Int64.random(in: 1...40, using: &generator), at: place)
        }
      }
      let (keys, removed, added) = naive(old, new)
      let change = KeyListChange(from: old, to: new)
      #expect(change.keys == keys, "seed \(seed): \(old) to \(new)")
      #expect(Set(change.removed) == removed && change.removed.count == removed.count, "seed \(seed): \(old) to \(new)")
      #expect(Set(change.added) == added && change.added.count == added.count, "seed \(seed): \(old) to \(new)")
    }
  }
}
