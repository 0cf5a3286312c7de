import Synchronization

/// A clock that only goes on while somebody sleeps, and then at once.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var time = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let state = Mutex((now: Instant(), pauses: [Duration]()))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock {
      $0.pauses.append($0.now.duration(to: deadline))
      $0.now = deadline
    }
  }
}
