/// The containers of this process, known weakly, for notifications that anybody may wait for.
final class OpenContainers: Sendable {
  static let shared = OpenContainers()

  private struct WeakContainer: Sendable {
    weak var container: ModelContainer?
  }

  private struct State {
    var containers: [WeakContainer] = []
    var isFollowing = false
  }

  private let state = Lock(State())

  var all: [ModelContainer] { state.withLock { $0.containers.compactMap(\.container) } }

  /// Takes note of a container that was opened.
  func add(_ container: ModelContainer) {
    let isFollowing = state.withLock { state in
      state.containers.removeAll { $0.container == nil }
      state.containers.append(WeakContainer(container: container))
      return state.isFollowing
    }
    if isFollowing { container.store.followOtherProcesses() }
  }

  /// Has all containers watch for the commits of others, now and later.
  func followOtherProcesses() {
    let isNew = state.withLock { state in
      defer { state.isFollowing = true }
      return !state.isFollowing
    }
    guard isNew else { return }
    for container in all { container.store.followOtherProcesses() }
  }
}
