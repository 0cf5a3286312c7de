import DocketLocking

/// The containers of this process, known weakly, for notifications that anybody may wait for.
final class OpenContainers: Sendable {
  static let shared = OpenContainers()

  private struct WeakContainer: Sendable {
    weak var container: ModelContainer?
    let store: ObjectIdentifier
    let followings: [CommitFollowing]
  }

  private struct State {
    var containers: [ObjectIdentifier: WeakContainer] = [:]
    var isFollowing = false
  }

  private let state = Lock(State())

  /// The containers of one store.
  ///
  /// No other is held even for a moment, which might be the one after somebody else has let go of it.
  func containers(of store: SQLiteStore) -> [ModelContainer] {
    let store = ObjectIdentifier(store)
    return state.withLock { $0.containers.values.filter { $0.store == store }.compactMap(\.container) }
  }

  /// Takes note of a container that was opened.
  func add(_ container: ModelContainer) {
    let followings = container.store.followings
    let isFollowing = state.withLock { state in
      state.containers[ObjectIdentifier(container)] = WeakContainer(
        container: container, store: ObjectIdentifier(container.store), followings: followings)
      return state.isFollowing
    }
    if isFollowing { for following in followings { following.begin() } }
  }

  /// Forgets a container that is gone.
  func remove(_ identifier: ObjectIdentifier) {
    state.withLock { $0.containers[identifier] = nil }
  }

  /// Has all containers watch for the commits of others, now and later.
  ///
  /// It takes a while, and holds none of them meanwhile.
  func followOtherProcesses() {
    let followings = state.withLock { state in
      defer { state.isFollowing = true }
      return state.isFollowing ? [] : state.containers.values.flatMap(\.followings)
    }
    for following in followings { following.begin() }
  }
}
