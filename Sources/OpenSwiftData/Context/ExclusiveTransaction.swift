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

  /// Why a save failed in it; then nothing of it may be committed.
  private(set) var failure: (any Error)?

  init(connection: Connection) {
    self.connection = connection
  }

  /// Runs what writes.
  ///
  /// It is no savepoint of its own: SQLite would keep every page that a long save changes a second time, in memory, and
  /// look through all of them at each statement.
  ///
  /// - Throws: what the body throws, now and from then on.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  func note(_ transaction: SaveTransaction, _ identifiers: HandedOutIdentifiers?) {
    saves.append(Save(changes: transaction.changes, token: transaction.token, identifiers: identifiers))
    if historyTransaction == nil, !transaction.changes.isEmpty { historyTransaction = transaction.token }
  }

  /// Takes note of transactions of the history that were deleted: what is saved from now on can't belong to one of them.
  func noteDeletion(ofHistory transactions: [Int64]) {
    if let historyTransaction, transactions.contains(historyTransaction) { self.historyTransaction = nil }
  }

  /// Takes back that identifiers stand for rows which are not committed; to be called before anybody else can write.
  func forgetIdentifiers() {
    for saved in saves { saved.identifiers?.forget() }
  }
}
