import Dispatch
import Synchronization

/// Looks at each commit, in the background, whether it matters to an observer of the history.
// Sound as `@unchecked Sendable`: `token` is only touched on `queue`, and before anybody else knows the object.
final class HistoryFollower: ChangeHub.Subscriber, @unchecked Sendable {
  private let store: SQLiteStore
  private let interest: HistoryLog.Interest
  private let deliver: @Sendable (_ token: DefaultHistoryToken, _ isRelevant: Bool) -> Void
  private let queue = DispatchQueue(label: "OpenSwiftData.HistoryFollower", qos: .userInitiated)
  private let isLookScheduled = Atomic<Bool>(false)
  private var token: Int64

  /// - Parameters:
  ///   - token: up to where the observer knows the history already.
  ///   - deliver: called for every commit or several of them, on a private queue.
  init(
    store: SQLiteStore, interest: HistoryLog.Interest, token: Int64,
    deliver: @escaping @Sendable (_ token: DefaultHistoryToken, _ isRelevant: Bool) -> Void
  ) {
    self.store = store
    self.interest = interest
    self.token = token
    self.deliver = deliver
  }

  /// Begins with what was committed after the token.
  func start() {
    store.hub.subscribe(self)
    store.followOtherProcesses()
    scheduleLook()
  }

  /// Ends the work; nothing is delivered after the step that is running.
  func stop() { store.hub.unsubscribe(ObjectIdentifier(self)) }

  func receive(_: ModelChanges) { scheduleLook() }

  private func scheduleLook() {
    guard !isLookScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [weak self] in self?.look() }
  }

  private func look() {
    // Before reading: a commit that comes in between schedules another look.
    isLookScheduled.store(false, ordering: .sequentiallyConsistent)
    // A store that can't be read now is looked at with the next commit.
    guard
      let news = try? store.read({ connection in
        try self.store.history.news(after: self.token, of: self.interest, on: connection)
      }), news.token > token
    else { return }
    token = news.token
    deliver(
      DefaultHistoryToken(storeIdentifier: store.history.storeIdentifier, transaction: token), news.isRelevant)
  }
}
