import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 20 walks of 10 000 steps; see `WalkSeeds`.
@Suite("A graph in a store is what an oracle says", .serialized)
struct GraphOracleTests {
  static let walks = WalkSeeds(fixed: (4, 500), full: (20, 10_000))

  @Test(arguments: walks.seeds) func afterRandomOperationsWithEveryKindOfRelationshipAndRule(seed: UInt64) throws {
    let container = try memoryContainer(Folder.self, Team.self)
    let again = Self.walks.again(seed, "GraphOracleTests")
    print("seed \(seed)")
    try GraphWalk(seed: seed, readsFirst: seed % 2 == 0, container: container, again: again).walk(Self.walks.steps)
  }
}
