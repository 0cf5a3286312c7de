@testable import OpenSwiftData

/// A clock that a test moves: nothing happens by itself.
final class ManualClock: AutosaveClock {
  private var wakings: [(due: Duration, number: Int, body: () -> Void)] = []
  private var number = 0
  private(set) var now = Duration.zero

  /// How many calls are waited for.
  var waiting: Int { wakings.count }

  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    number += 1
    let own = number
    wakings.append((now + delay, own, body))
    return { self.wakings.removeAll { $0.number == own } }
  }

  /// Moves on, and makes the calls that are due.
  func advance(milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    while let next = wakings.filter({ $0.due <= end }).min(by: { $0.due < $1.due }) {
      wakings.removeAll { $0.number == next.number }
      now = next.due
      next.body()
    }
    now = end
  }
}
