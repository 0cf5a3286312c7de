import Foundation
import Testing

@testable import OpenSwiftDataSync

/// `OPENSWIFTDATASYNC_STORE_SCHEDULES` says how many schedules, `OPENSWIFTDATASYNC_SEED` which single one.
@Suite("Stores that have synced are equal, and show what the pure merge says")
struct StoreSimulationTests {
  private static let chunks = 4

  @Test(arguments: 0..<UInt64(chunks)) func whateverHappened(_ chunk: UInt64) async throws {
    var snapshotReads = 0
    defer { print("chunk \(chunk): \(snapshotReads) times a replica merged snapshots") }
    for seed in Self.seeds where seed % UInt64(Self.chunks) == chunk {
      for steps in [8, 40] {
        var simulation = StoreSimulation(seed: seed)
        do {
          let flaw = try await simulation.run(steps: steps)
          snapshotReads += simulation.snapshotReads
          guard let flaw else { continue }
          Issue.record("seed \(seed), \(steps) steps: \(flaw)\n\(simulation.trace.joined(separator: " "))")
        } catch {
          Issue.record("seed \(seed), \(steps) steps: \(error)\n\(simulation.trace.joined(separator: " "))")
        }
        return
      }
    }
    #expect(snapshotReads > 0 || Self.seeds.count < 50)
  }

  /// Months pass: deletions are forgotten, and who was away has to tell again what others may have forgotten.
  @Test(arguments: 0..<UInt64(chunks)) func whateverHappenedInAYear(_ chunk: UInt64) async throws {
    for seed in Self.seeds where seed % UInt64(Self.chunks) == chunk {
      var simulation = StoreSimulation(seed: seed, isLong: true)
      do {
        guard let flaw = try await simulation.run(steps: 40) else { continue }
        Issue.record("seed \(seed): \(flaw)\n\(simulation.trace.joined(separator: " "))")
      } catch {
        Issue.record("seed \(seed): \(error)\n\(simulation.trace.joined(separator: " "))")
      }
      return
    }
  }

  /// A tag took the former name of another one; a tag was deleted and made again of which the ledger had the key alone.
  @Test(arguments: [1_799, 9_784] as [UInt64]) func schedulesThatFoundFlaws(_ seed: UInt64) async throws {
    var simulation = StoreSimulation(seed: seed)
    #expect(try await simulation.run(steps: 40) == nil)
  }

  @Test func mergingWithoutDrainingIsNoticed() async throws {
    var noticed: UInt64?
    for seed: UInt64 in 1...200 where noticed == nil {
      var simulation = StoreSimulation(seed: seed, isBroken: true)
      do {
        if try await simulation.run(steps: 40) != nil { noticed = seed }
      } catch { noticed = seed }
    }
    print("merging without draining: seed \(noticed.map { "\($0)" } ?? "none")")
    #expect(noticed != nil)
  }

  private static let seeds: ClosedRange<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OPENSWIFTDATASYNC_SEED"].flatMap(UInt64.init) { return seed...seed }
    let count = environment["OPENSWIFTDATASYNC_STORE_SCHEDULES"].flatMap(UInt64.init) ?? 80
    print("schedules 1 to \(count)")
    return 1...max(1, count)
  }()
}
