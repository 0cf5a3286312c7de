import Testing

@testable import OpenSwiftDataSync

@Suite("A row's dictionary says what a dictionary says")
struct RowDictionaryTests {
  /// Sizes on both sides of the one from which on keys are hashed, growing and shrinking.
  @Test func whateverIsWrittenAndRemoved() {
    for seed in RandomCases.seeds(200) {
      var random = SeededGenerator(seed: seed)
      var (ours, reference): (RowDictionary<Int, Int>, [Int: Int]) = ([:], [:])
      let keys = 1...Int.random(in: 1...80, using: &random)
      for _ in 0..<400 {
        let key = Int.random(in: keys, using: &random)
        // Now and then most of it goes.
        let value: Int? = Int.random(in: 0..<3, using: &random) == 0 ? nil : Int.random(in: 0..<1_000, using: &random)
        for key in Int.random(in: 0..<50, using: &random) == 0 ? Array(keys.dropFirst()) : [key] {
          ours[key] = value
          reference[key] = value
        }
        #expect(ours[key] == reference[key] && ours.count == reference.count, "seed \(seed)")
      }
      #expect(ours == RowDictionary(reference.map { (key: $0, value: $1) }), "seed \(seed)")
      #expect(
        Set(ours.keys) == Set(reference.keys) && ours.allSatisfy { reference[$0.key] == $0.value }, "seed \(seed)")
    }
  }

  @Test func inWhateverOrder() {
    let (one, other): (RowDictionary<String, Int>, RowDictionary<String, Int>) = (["a": 1, "b": 2], ["b": 2, "a": 1])
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one != ["a": 1, "b": 3] && one != ["a": 1] && one != ["a": 1, "c": 2])
  }
}
