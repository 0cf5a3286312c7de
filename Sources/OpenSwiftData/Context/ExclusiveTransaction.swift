/// A transaction of a context that holds the store's write lock from its beginning.
final class ExclusiveTransaction {
  /// Where everything is read and written.
  let connection: Connection
  /// What was saved in it, and is announced once it is committed.
  var saves: [SaveTransaction] = []

  /// The transaction of the history that its saves belong to, once there was one that changed something.
  var historyTransaction: Int64? { saves.first { !$0.changes.isEmpty }?.token }

  init(connection: Connection) {
    self.connection = connection
  }
}
