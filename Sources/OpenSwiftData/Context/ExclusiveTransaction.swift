/// A transaction of a context that holds the store's write lock from its beginning.
///
/// It keeps no models, so that a long one needs no more memory than a short one.
final class ExclusiveTransaction {
  /// A save that was written in it, and is announced once it is committed.
  struct Save {
    let changes: ModelChanges
    let token: Int64
    /// The identifiers that stand for rows because of it.
    let identifiers: HandedOutIdentifiers?
  }

  /// Where everything is read and written.
  let connection: Connection
  private(set) var saves: [Save] = []

  /// The transaction of the history that its saves belong to, once there was one that changed something.
  private(set) var historyTransaction: Int64?

  init(connection: Connection) {
    self.connection = connection
  }

  func note(_ transaction: SaveTransaction, _ identifiers: HandedOutIdentifiers?) {
    saves.append(Save(changes: transaction.changes, token: transaction.token, identifiers: identifiers))
    if historyTransaction == nil, !transaction.changes.isEmpty { historyTransaction = transaction.token }
  }
}
