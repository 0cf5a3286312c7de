import Foundation
import Measuring

/// Nothing to do.
enum IdleBar: Bar {
  static let name = "P11"

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    // The ages of items are counted in minutes after one.
    screen.settle(.seconds(3))
    screen.press("")
    let (time, switches) = (screen.processorTime, screen.switches)
    screen.settle(.seconds(10))
    // Threads that ended meanwhile are no awakenings.
    let awakenings = screen.switches.map { max(0, $1 - (switches[$0] ?? 0)) }.reduce(0, +)
    return [
      Outcome(name, "idle for 10 s", Double(screen.byteCount), .bytes, limit: 0),
      Outcome(name, "idle for 10 s, processor", (screen.processorTime - time) * 1e3, .milliseconds, limit: 0),
      Outcome(name, "idle for 10 s, awakenings", Double(awakenings), .count, limit: 0),
    ]
  }
}
