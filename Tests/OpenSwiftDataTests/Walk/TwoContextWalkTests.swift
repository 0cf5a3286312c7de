import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 100 walks of 10 000 steps; see `WalkSeeds`.
@Suite("Two contexts show what an oracle says", .serialized)
struct TwoContextWalkTests {
  static let walks = WalkSeeds(fixed: (5, 400), full: (100, 10_000))

  @Test(arguments: walks.seeds) func afterRandomOperationsAndInAllWaysToAsk(seed: UInt64) throws {
    print("seed \(seed)")
    do {
      try TwoContextWalk(seed: seed).walk(Self.walks.steps)
    } catch {
      Issue.record("\(error)\n\(Self.walks.again(seed, "TwoContextWalkTests"))")
    }
  }
}
