import DocketLocking
import Observation

/// Tells when the history of a container's store has new transactions, of this process or of others.
///
/// Reading `eventCounter` inside `withObservationTracking` is told of them; `ModelContext.fetchHistory(_:)` says what
/// they are. The history is looked at in the background, and the counter is set on the actor that made the observer.
///
/// Source: SwiftData, `HistoryObserver`.
public final class HistoryObserver: Observable, Sendable {
  /// The container whose store is observed.
  public let modelContainer: ModelContainer
  /// The model types whose changes count; all, if there is none.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; all, and those without one, if there is none.
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
  ///   - historyTokens: up to where the history is known already, by store identifier; nil for up to now.
  ///   - observedModels: the model types whose changes count; all, if there is none.
  ///   - authors: the authors whose transactions count; all, and those without one, if there is none.
  ///   - modelContainer: the container.
  ///   - isolation: the actor on which the counter is set; without one that is any thread.
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

  /// How often there was something new that counts; several transactions in a row may count once.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.counter }
  }

  /// Up to where the history has been looked at, by store identifier; none of several stores, or of custom ones.
  public var historyTokens: [String: any HistoryToken] {
    guard modelContainer.store.copy == nil else { return [:] }
    let token = state.withLock { $0.token }
    return [token.storeIdentifier: token]
  }

  private static func startingToken(
    _ tokens: [String: any HistoryToken]?, _ store: SQLiteStore
  ) throws -> DefaultHistoryToken {
    let history = store.history
    // Each of several stores has tokens of its own, and only what is saved from now on is followed in all of them.
    if store.copy != nil, tokens?.isEmpty == false { throw SwiftDataError.historyTokenExpired }
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
      [weak self] token, isRelevant in self?.take(token, isRelevant)
    }
    follower.withLock { $0 = new }
    new.start()
  }

  private func take(_ token: DefaultHistoryToken, _ isRelevant: Bool) {
    state.withLock { $0.token = max($0.token, token) }
    guard isRelevant else { return }
    Task { [weak self, isolation] in await self?.count(on: isolation) }
  }

  private func count(on _: isolated (any Actor)?) {
    registrar.withMutation(of: self, keyPath: \.eventCounter) { state.withLock { $0.counter += 1 } }
  }
}
