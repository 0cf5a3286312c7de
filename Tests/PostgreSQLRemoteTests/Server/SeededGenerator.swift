import Foundation

/// A random generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// How many random cases to run, and from which seed: `POSTGRESQLREMOTE_CASES` and `POSTGRESQLREMOTE_SEED` say so.
enum RandomCases {
  static func seeds(_ usual: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["POSTGRESQLREMOTE_SEED"].flatMap(UInt64.init) { return [seed] }
    let count = environment["POSTGRESQLREMOTE_CASES"].flatMap(Int.init) ?? usual
    return (1...UInt64(max(1, count))).map { $0 }
  }
}
