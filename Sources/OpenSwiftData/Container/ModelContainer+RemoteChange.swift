import Foundation

extension ModelContainer {
  /// Posted after somebody else committed changes to the container's store: another process, or another container of
  /// this one.
  ///
  /// The object is the container. `userInfo` has the `DefaultHistoryToken` of the store's state, under
  /// `ModelContext.NotificationKey.historyTokens`; `ModelContext.fetchHistory(_:)` tells what was changed, and by whom.
  /// It is posted on a private queue. Several commits in a row may be one notification. Contexts and observers of the
  /// container need no notification: they are brought up to date by themselves.
  ///
  /// To ask for the name begins the watching of other processes, in this container and in those opened later.
  ///
  /// Source: SwiftData, `ModelContainer.remoteChange`.
  public static var remoteChange: Notification.Name {
    OpenContainers.shared.followOtherProcesses()
    return remoteChangeName
  }

  private static let remoteChangeName = Notification.Name("OpenSwiftData.ModelContainer.remoteChange")

  /// Tells of a commit of somebody else, on behalf of every container of the store.
  static func postRemoteChange(of store: SQLiteStore, token: DefaultHistoryToken) {
    let information = [ModelContext.NotificationKey.historyTokens: token as Any].underBothKeys
    for container in OpenContainers.shared.containers(of: store) {
      NotificationCenter.default.post(name: remoteChangeName, object: container, userInfo: information)
    }
  }
}
