import Foundation
import Testing

@testable import OpenSwiftDataSync

/// `OPENSWIFTDATASYNC_SHARING_SCHEDULES` says how many schedules, `OPENSWIFTDATASYNC_SEED` which single one.
@Suite("Stores that share lists are equal where they share, and nobody sees the rest")
struct SharingSimulationTests {
  private static let chunks = 4

  @Test(arguments: 0..<UInt64(chunks)) func whateverHappened(_ chunk: UInt64) async throws {
    for seed in Self.seeds where seed % UInt64(Self.chunks) == chunk {
      for steps in [12, 60] {
        var simulation = SharingSimulation(seed: seed)
        do {
          guard let flaw = try await simulation.run(steps: steps) else { continue }
          Issue.record("seed \(seed), \(steps) steps: \(flaw)\n\(simulation.trace.joined(separator: " "))")
        } catch {
          Issue.record("seed \(seed), \(steps) steps: \(error)\n\(simulation.trace.joined(separator: " "))")
        }
        return
      }
    }
  }

  private static let seeds: ClosedRange<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OPENSWIFTDATASYNC_SEED"].flatMap(UInt64.init) { return seed...seed }
    let count = environment["OPENSWIFTDATASYNC_SHARING_SCHEDULES"].flatMap(UInt64.init) ?? 24
    print("sharing schedules 1 to \(count)")
    return 1...max(1, count)
  }()
}
