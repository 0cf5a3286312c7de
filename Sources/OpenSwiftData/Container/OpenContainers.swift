import DocketLocking
import Foundation

/// The open containers of this process, held weakly, for the notification of remote changes.
final class OpenContainers: Sendable {
  static let shared = OpenContainers()

  private struct WeakContainer: Sendable {
    weak var container: ModelContainer?
    let store: ObjectIdentifier
    let remoteCommits: [RemoteCommits]
  }

  private struct State {
    var containers: [ObjectIdentifier: WeakContainer] = [:]
    var isFollowing = false
  }

  private let state = Lock(State())

  /// The containers of one store; retaining another one, even for a moment, could make this its last owner.
  func containers(of store: SQLiteStore) -> [ModelContainer] {
    let store = ObjectIdentifier(store)
    return state.withLock { $0.containers.values.filter { $0.store == store }.compactMap(\.container) }
  }

  func add(_ container: ModelContainer) {
    let remoteCommits = container.store.remoteCommits
    let isFollowing = state.withLock { state in
      state.containers[ObjectIdentifier(container)] = WeakContainer(
        container: container, store: ObjectIdentifier(container.store), remoteCommits: remoteCommits)
      return state.isFollowing
    }
    if isFollowing { for commits in remoteCommits { commits.watch() } }
  }

  func remove(_ identifier: ObjectIdentifier) { state.withLock { $0.containers[identifier] = nil } }

  /// Has all containers, those opened later too, watch for commits of other processes; retains none of them meanwhile.
  func followOtherProcesses() {
    let remoteCommits = state.withLock { state in
      defer { state.isFollowing = true }
      return state.isFollowing ? [] : state.containers.values.flatMap(\.remoteCommits)
    }
    for commits in remoteCommits { commits.watch() }
  }
}

extension ModelContainer {
  /// Posted after another process, or another container of this process, committed changes to the container's store.
  ///
  /// The object is the container. `userInfo` has the `DefaultHistoryToken` of the store's state, under
  /// `ModelContext.NotificationKey.historyTokens`; `ModelContext.fetchHistory(_:)` returns what was changed, and by
  /// whom. It is posted on a private queue, maybe once for several commits. Contexts and observers of the container
  /// update themselves.
  ///
  /// Reading this name starts to watch for commits of other processes, in all containers of this process.
  ///
  /// Source: SwiftData, `ModelContainer.remoteChange`.
  public static var remoteChange: Notification.Name {
    OpenContainers.shared.followOtherProcesses()
    return remoteChangeName
  }

  private static let remoteChangeName = Notification.Name("OpenSwiftData.ModelContainer.remoteChange")

  /// Posts the notification once for each container of the store.
  static func postRemoteChange(of store: SQLiteStore, token: DefaultHistoryToken) {
    let information = NotificationKeys([.historyTokens]).information { _ in token }
    for container in OpenContainers.shared.containers(of: store) {
      NotificationCenter.default.post(name: remoteChangeName, object: container, userInfo: information)
    }
  }
}
