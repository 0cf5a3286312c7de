import OpenSwiftDataSync
import Synchronization

/// The logs that are waited for on one connection: who looks at one looks at all of them, with one statement.
final class Looks: Sendable {
  /// A log, and where the one who waits has come to.
  struct Watched: Sendable {
    let space: SyncIdentity
    let replica: Replica
    let position: LogPosition
  }

  /// What was found at one look.
  private struct Found {
    let state: LogState?
    let time: ContinuousClock.Instant
  }

  private struct State {
    var watched: [Int: Watched] = [:]
    var found: [Int: Found] = [:]
    var lastTicket = 0
    var next: ContinuousClock.Instant?
  }

  private let tolerance: Duration
  private let state = Mutex(State())

  /// - Parameter tolerance: all that wait for the same time look within this of each other.
  init(tolerance: Duration = .milliseconds(100)) { self.tolerance = tolerance }

  /// Notes that somebody waits for a log.
  ///
  /// - Returns: what to `remove` once that has ended.
  func add(_ watched: Watched) -> Int {
    state.withLock { state in
      state.lastTicket += 1
      state.watched[state.lastTicket] = watched
      return state.lastTicket
    }
  }

  func remove(_ ticket: Int) {
    state.withLock { state in
      state.watched[ticket] = nil
      state.found[ticket] = nil
    }
  }

  /// When to look next: at the time that somebody else has chosen, if there is one.
  func next(after interval: Duration) -> ContinuousClock.Instant {
    state.withLock { state in
      let now = ContinuousClock.now
      if let next = state.next, next > now { return min(next, now + interval) }
      state.next = now + interval
      return now + interval
    }
  }

  /// What a log is now.
  ///
  /// - Parameter mayShare: whether what somebody else has found a moment ago will do.
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  func look(_ ticket: Int, mayShare: Bool, _ connection: Connection) throws -> LogState {
    let start = ContinuousClock.now
    if mayShare, let found = take(ticket), found.time > start - tolerance, let state = found.state {
      return state
    }
    let watched = state.withLock { $0.watched.sorted { $0.key < $1.key } }
    let states = try LogState.states(of: watched.map(\.value), connection)
    state.withLock { state in
      for ((other, _), found) in zip(watched, states) where other != ticket && state.watched[other] != nil {
        state.found[other] = Found(state: found, time: start)
      }
      state.found[ticket] = nil
    }
    guard let index = watched.firstIndex(where: { $0.key == ticket }) else { throw CancellationError() }
    guard let found = states[index] else {
      throw PostgreSQLRemoteError.notMember(space: watched[index].value.space)
    }
    return found
  }

  private func take(_ ticket: Int) -> Found? { state.withLock { $0.found.removeValue(forKey: ticket) } }
}
