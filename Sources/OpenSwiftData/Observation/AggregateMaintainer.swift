import Dispatch

/// Computes an aggregate in the background, and again after commits that touch what it looks at.
// Sound as `@unchecked Sendable`: what can change is set by `start`, before anything runs elsewhere.
final class AggregateMaintainer<Value: Sendable>: @unchecked Sendable {
  private let store: SQLiteStore
  private let reading: AggregateReading<Value>
  private let deliver: @Sendable (Result<Value, any Error>) -> Void
  private let queue = DispatchQueue(label: "OpenSwiftData.AggregateMaintainer", qos: .userInitiated)
  private var follower: CommitFollower?

  init(
    _ reading: AggregateReading<Value>, store: SQLiteStore,
    deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.reading = reading
    self.store = store
    self.deliver = deliver
  }

  deinit { stop() }

  func start() {
    let work = PacedWork(on: queue) { [weak self] in self?.compute() }
    let follower = CommitFollower(reading.dependencies, on: queue) { work.request() }
    self.follower = follower
    store.hub.subscribe(follower)
    store.followOtherProcesses()
    queue.async { work.request() }
  }

  func stop() {
    if let follower { store.hub.unsubscribe(ObjectIdentifier(follower)) }
  }

  private func compute() {
    deliver(Result { try store.read { try reading.read($0) } })
  }
}
