import Foundation

/// Where random walks begin: at fixed seeds and at one that is another one each time, or where somebody wants it.
///
/// `OPENSWIFTDATA_SEED` takes one walk again, with the number of steps of `OPENSWIFTDATA_STEPS`.
/// `OPENSWIFTDATA_ORACLE=full` takes many long walks, from that seed on if there is one.
struct WalkSeeds {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isFull = environment["OPENSWIFTDATA_ORACLE"] == "full"
  private static let wanted = environment["OPENSWIFTDATA_SEED"].flatMap(UInt64.init)
  private static let wantedSteps = environment["OPENSWIFTDATA_STEPS"].flatMap(Int.init)

  let seeds: [UInt64]
  let steps: Int

  /// - Parameters:
  ///   - fixed: how many fixed seeds a short form has, and of how many steps.
  ///   - full: how many seeds a long form has, and of how many steps.
  init(fixed: (count: UInt64, steps: Int), full: (count: UInt64, steps: Int)) {
    steps = Self.wantedSteps ?? (Self.isFull ? full.steps : fixed.steps)
    if Self.isFull {
      seeds = (0..<full.count).map { (Self.wanted ?? 1) &+ $0 }
    } else {
      seeds = Self.wanted.map { [$0] } ?? Array(1...fixed.count) + [.random(in: 1_000_000...9_999_999)]
    }
  }

  /// What takes a walk again that failed.
  func again(_ seed: UInt64, _ suite: String) -> String {
    "again: OPENSWIFTDATA_SEED=\(seed) OPENSWIFTDATA_STEPS=\(steps) swift test --filter \(suite)"
  }
}

/// Random numbers that a seed repeats.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state ^ (state >> 33)
    mixed = mixed &* 0xff51_afd7_ed55_8ccd
    return mixed ^ (mixed >> 29)
  }
}
