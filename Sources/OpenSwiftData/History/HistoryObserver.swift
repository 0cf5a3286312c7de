import Dispatch
import DocketLocking
import Observation
import Synchronization

/// Counts new transactions in the history of a container's store, of this process and of others.
///
/// Read `eventCounter` inside `withObservationTracking` to be told of them; `ModelContext.fetchHistory(_:)` fetches
/// them. The history is read in the background, and the counter is set on the actor that created the observer.
///
/// Source: SwiftData, `HistoryObserver`.
public final class HistoryObserver: Observable, Sendable {
  /// The container whose store is observed.
  public let modelContainer: ModelContainer
  /// The model types whose changes count; all, if it is empty.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; if it is empty all do, and those without author.
  public let authors: Set<String>

  private struct State {
    var counter = 0
    var token: DefaultHistoryToken
  }

  private let registrar = ObservationRegistrar()
  private let state: Lock<State>
  private let isolation: (any Actor)?
  private let follower = Lock<HistoryFollower?>(nil)

  /// Observes the history of a container's store.
  ///
  /// - Parameters:
  ///   - historyTokens: the end of the history that is known already, by store identifier; nil for the present end.
  ///   - observedModels: the model types whose changes count; all, if it is empty.
  ///   - authors: the authors whose transactions count; if it is empty all do, and those without author.
  ///   - modelContainer: the container.
  ///   - isolation: the actor on which the counter is set; without one it is set on any thread.
  /// - Throws: `SwiftDataError.historyTokenExpired` if some of what comes after the token has been deleted, or if there
  ///   are tokens and the container has several configurations or a custom store;
  ///   `StoreError` if the store can't be read.
  public init(
    historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
    authors: Set<String> = [], modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    self.modelContainer = modelContainer
    self.observedModels = observedModels
    self.authors = authors
    self.isolation = isolation
    let token = try Self.startingToken(historyTokens, modelContainer.store)
    state = Lock(State(token: token))
    follow(from: token)
  }

  deinit { follower.withLock { $0?.stop() } }

  /// The number of times that there was something new; several transactions in a row may count once.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.counter }
  }

  /// The end of the history that has been read, by store identifier; empty for several stores, or a custom one.
  public var historyTokens: [String: any HistoryToken] {
    guard modelContainer.store.original == nil else { return [:] }
    let token = state.withLock { $0.token }
    return [token.storeIdentifier: token]
  }

  private static func startingToken(
    _ tokens: [String: any HistoryToken]?, _ store: SQLiteStore
  ) throws -> DefaultHistoryToken {
    let history = store.history
    // Each of several stores has its own tokens; they can only be followed together from now on.
    if store.original != nil, tokens?.isEmpty == false { throw SwiftDataError.historyTokenExpired }
    guard let token = tokens?[history.storeIdentifier] as? DefaultHistoryToken else {
      let latest = try store.read { try history.latestToken(on: $0) }
      return DefaultHistoryToken(storeIdentifier: history.storeIdentifier, transaction: latest)
    }
    let expired = try store.read { try history.marks(on: $0).expired }
    guard token.transaction >= expired else { throw SwiftDataError.historyTokenExpired }
    return token
  }

  private func follow(from token: DefaultHistoryToken) {
    let interest = HistoryLog.Interest(
      entities: Set(observedModels.map { $0._$properties.tableName }), authors: authors)
    let new = HistoryFollower(store: modelContainer.store, interest: interest, token: token.transaction) {
      [weak self] token, isRelevant in self?.receive(token, isRelevant)
    }
    follower.withLock { $0 = new }
    new.start()
  }

  private func receive(_ token: DefaultHistoryToken, _ isRelevant: Bool) {
    state.withLock { $0.token = max($0.token, token) }
    guard isRelevant else { return }
    Task { [weak self, isolation] in await self?.count(on: isolation) }
  }

  private func count(on _: isolated (any Actor)?) {
    registrar.withMutation(of: self, keyPath: \.eventCounter) { state.withLock { $0.counter += 1 } }
  }
}

/// Checks in the background whether commits matter to an observer of the history.
// Sound as `@unchecked Sendable`: `token` is only used on `queue`, and in `init`.
private final class HistoryFollower: ChangeHub.Subscriber, @unchecked Sendable {
  private let store: SQLiteStore
  private let interest: HistoryLog.Interest
  private let deliver: @Sendable (_ token: DefaultHistoryToken, _ isRelevant: Bool) -> Void
  private let queue = DispatchQueue(label: "OpenSwiftData.HistoryFollower", qos: .userInitiated)
  private let isLookScheduled = Atomic<Bool>(false)
  private var token: Int64

  /// - Parameters:
  ///   - token: the end of the history that the observer knows already.
  ///   - deliver: called on a private queue for every commit, or once for several.
  init(
    store: SQLiteStore, interest: HistoryLog.Interest, token: Int64,
    deliver: @escaping @Sendable (_ token: DefaultHistoryToken, _ isRelevant: Bool) -> Void
  ) {
    self.store = store
    self.interest = interest
    self.token = token
    self.deliver = deliver
  }

  /// Starts with the transactions after the token.
  func start() {
    store.hub.subscribe(self)
    store.followOtherProcesses()
    scheduleLook()
  }

  /// Stops; a look that is running may still deliver.
  func stop() { store.hub.unsubscribe(ObjectIdentifier(self)) }

  func receive(_: ModelChanges) { scheduleLook() }

  private func scheduleLook() {
    guard !isLookScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [weak self] in self?.look() }
  }

  private func look() {
    // Before reading: a commit that comes in between schedules another look.
    isLookScheduled.store(false, ordering: .sequentiallyConsistent)
    // A store that can't be read now is read again after the next commit.
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
