import Foundation
import Measuring
import OpenSwiftData

/// One new model and one save, synced to the disk and where a sync costs nothing.
enum SaveBar: Bar {
  static let name = "D5"

  private static let memory = URL(fileURLWithPath: "/dev/shm")

  static func measure(_ options: Options) throws -> [Outcome] {
    let synced = try saves(in: nil)
    var outcomes = [Outcome(name, "one insert and save, FULL", synced, limit: 1.3)]
    guard FileManager.default.isWritableFile(atPath: memory.path) else { return outcomes }
    let unsynced = try saves(in: memory)
    var beyond = Outcome(
      name, "the same without a sync, beyond C", (unsynced.ours.median - unsynced.baseline.median) * 1e6,
      .microseconds, limit: 40)
    beyond.ours = unsynced.ours.median
    beyond.baseline = unsynced.baseline.median
    outcomes.append(beyond)
    return outcomes
  }

  private static func saves(in directory: URL?) throws -> Rounds {
    let (ours, theirs) = (try BenchmarkStore(in: directory), try BenchmarkStore(in: directory))
    let baseline = try Baseline(theirs.url)
    let samples = Samples.make(400)
    let items = BaselineItems(samples)
    let context = ModelContext(ours.container)
    var (next, nextOfC) = (0, 0)
    return try Rounds(samples.count - 1) {
      let sample = samples[next]
      next += 1
      return try Stopwatch.time {
        context.insert(Item(sample))
        try context.save()
      }
    } baseline: {
      let item = UnsafeBufferPointer(rebasing: items.items[nextOfC..<nextOfC + 1])
      nextOfC += 1
      return try Stopwatch.time { try baseline.insert(item) }
    }
  }
}
