import Foundation
import Measuring

/// Nothing to do: nothing is written, and no thread of ours wakes up.
///
/// Whoever uses Dispatch has a thread that is not its own: that which waits for all descriptors and timers, and looks once
/// a second whether the pool of workers needs one more. That look is Dispatch's, and can't be turned off; it is told by
/// itself, without a bar. Everything else counts as ours:
///
/// - the main thread, and each worker, whatever it woke up for;
/// - a worker that starts, since somebody gave it work;
/// - a worker that ends, since what it did before is not known any more;
/// - the manager, whenever it wakes up more often than for its looks: for a timer or a descriptor of ours.
enum IdleBar: Bar {
  static let name = "P11"

  /// When the ages of items are counted in minutes.
  private static let agesRest = Duration.seconds(3)
  /// After the start, as after each write, the watcher looks for commits of others eleven times in ten seconds, the last
  /// time 5.12 seconds after the one before; and Dispatch lets a worker go that had no work for five.
  private static let rest = Duration.seconds(6)
  private static let longestSettling = Duration.seconds(60)
  private static let seconds = 10

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(agesRest)
    let (settling, time) = try settle(screen)
    try waitForHalfASecondBetweenLooks(screen)
    screen.press("")
    let idle = try watch(screen, during: .seconds(seconds)) { _ in false }
    let timers = max(0, idle.manager.awakenings - seconds)
    let what = "idle for \(seconds) s"
    return [
      Outcome(name, what, Double(screen.byteCount), .bytes, limit: 0),
      Outcome(name, "\(what), processor of our threads", idle.ours.processor * 1e3, .milliseconds, limit: 0),
      Outcome(name, "\(what), awakenings of ours", Double(idle.ours.awakenings + timers), .count, limit: 0),
      Outcome(name, "\(what), looks of Dispatch's manager", Double(idle.manager.awakenings - timers), .count),
      Outcome(name, "\(what), processor of Dispatch's manager", idle.manager.processor * 1e3, .milliseconds),
      Outcome(
        name, "before: awakenings of ours, from 3 s after the start until the last one",
        Double(settling.ours.awakenings), .count),
      Outcome(name, "before: how long after those 3 s the last one was", time.seconds, .seconds),
    ]
  }

  /// Waits until only the main thread and Dispatch's are left, and none of ours has woken up for a while.
  ///
  /// - Returns: what happened meanwhile, and how long after the call the last of it did.
  private static func settle(_ screen: Screen) throws -> (ThreadWatch, Duration) {
    let start = ContinuousClock.now
    var (count, latest) = (0, start)
    let watch = try watch(screen, during: longestSettling) { watch in
      if watch.ours.awakenings != count { (count, latest) = (watch.ours.awakenings, .now) }
      return watch.workerCount == 0 && .now - latest >= rest
    }
    return (watch, latest - start)
  }

  /// Whole seconds that begin there hold as many of Dispatch's looks: none falls on their edges.
  private static func waitForHalfASecondBetweenLooks(_ screen: Screen) throws {
    _ = try watch(screen, during: .seconds(3), every: .milliseconds(10)) { $0.manager.awakenings > 0 }
    screen.settle(.milliseconds(500))
  }

  private static func watch(
    _ screen: Screen, during limit: Duration, every pause: Duration = .milliseconds(500),
    until isDone: (ThreadWatch) -> Bool
  ) throws -> ThreadWatch {
    var watch = try ThreadWatch(screen.process)
    let end = ContinuousClock.now + limit
    while !isDone(watch), ContinuousClock.now < end {
      screen.read(for: min(pause, end - .now))
      watch.look()
    }
    return watch
  }
}
