import Foundation
import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 20 walks of 10 000 steps, `OPENSWIFTDATA_SEED` another beginning.
@Suite("A graph in a store is what an oracle says", .serialized)
struct GraphOracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isFull = environment["OPENSWIFTDATA_ORACLE"] == "full"
  private static let firstSeed = environment["OPENSWIFTDATA_SEED"].flatMap(UInt64.init) ?? 1
  static let seeds = Array(firstSeed..<(firstSeed + (isFull ? 20 : 4)))

  @Test(arguments: seeds) func afterRandomOperationsWithEveryKindOfRelationshipAndRule(seed: UInt64) throws {
    let container = try memoryContainer(Folder.self, Team.self)
    print("seed \(seed)")
    try GraphWalk(seed: seed, readsFirst: seed % 2 == 0, container: container).walk(Self.isFull ? 10_000 : 500)
  }
}
