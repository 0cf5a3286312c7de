extension ModelContext {
  /// Runs the block and saves; if either throws, everything unsaved in the context is rolled back.
  ///
  /// Only the outermost of nested transactions saves or rolls back. If an inner one throws, the outermost rolls back
  /// and throws that error, even if it was caught in between.
  ///
  /// - Throws: what the block throws, what `save()` throws.
  ///
  /// Source: SwiftData, `ModelContext.transaction(block:)`.
  public func transaction(block: () throws -> Void) throws { try nested(block) }

  private func nested<Result>(_ block: () throws -> Result) throws -> Result {
    let (result, end) = run(block)
    switch end {
    case .inner(nil): break
    case .inner(let failure?): throw failure
    case .outermost(let failure):
      do {
        if let failure { throw failure }
        try save()
      } catch {
        rollback()
        throw error
      }
    }
    guard let result else { preconditionFailure("a transaction that did not fail has run its block") }
    return result
  }

  private func run<Result>(_ block: () throws -> Result) -> (result: Result?, end: NestedTransactions.End) {
    transactions.begin()
    do {
      return (try block(), transactions.end())
    } catch {
      transactions.fail(error)
      return (nil, transactions.end())
    }
  }

  // MARK: - Exclusive transactions

  /// Runs the block and saves, as one transaction without writes of others in between.
  ///
  /// With `transaction(block:)`, another context or process may commit between what the block reads and what it writes.
  /// This one takes the write lock first, so what the block reads (which number comes next) holds until the commit.
  /// `save()` inside of the block writes without committing, for instance to learn the keys of new rows.
  ///
  /// If the block or a save throws, nothing of it is stored, everything unsaved in the context is rolled back, and
  /// models that were saved in the block are as the store has them. Saves are announced after the commit.
  ///
  /// Inside of another transaction it is a part of that one, and of its lock if it has one. Custom stores and several
  /// configurations have no such lock: there it is like `transaction(block:)`.
  ///
  /// - Parameter block: runs once; it should be short, as every other writer waits, in other processes too.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws, what `save()` throws.
  public func exclusiveTransaction<Result>(_ block: () throws -> Result) throws -> Result {
    guard customStore == nil, connection.exclusive == nil, !transactions.isRunning else { return try nested(block) }
    var session: ExclusiveTransaction?
    do {
      let result = try store.write { connection in
        let transaction = ExclusiveTransaction(connection: connection)
        session = transaction
        return try self.connection.withExclusive(transaction) {
          link.mergeCommits()
          let result = try saving(block)
          // The block may have caught the failure.
          if let failure = transaction.failure { throw failure }
          return result
        }
      } onRollback: {
        session?.rollBackIdentifiers()
      }
      let saves = session?.saves ?? []
      store.hub.publish(saves.map(\.changes), from: subscription)
      for saved in saves where !saved.isBatch { postDidSave(saved.changes, token: saved.token) }
      return result
    } catch {
      // Without the lock the block did not run: unsaved changes are not its own.
      if let session { rollBack(session.saves) }
      throw error
    }
  }

  /// Runs the block and saves, without rolling back the context.
  private func saving<Result>(_ block: () throws -> Result) throws -> Result {
    let (result, end) = run(block)
    switch end {
    case .inner(let failure?), .outermost(let failure?): throw failure
    case .inner(nil), .outermost(nil): try save()
    }
    guard let result else { preconditionFailure("a transaction that did not fail has run its block") }
    return result
  }

  /// Undoes in the context what it saved in a transaction that was not committed.
  ///
  /// Others may write by now and get the same keys, so models without a row are not looked up in the store.
  private func rollBack(_ saves: [ExclusiveTransaction.Save]) {
    let models = models(insertedBy: saves)
    for (model, entity) in models { identityMap.unregister(model, entity) }
    for (model, _) in models { materializer.becomeDeleted(model) }
    rollback()
    guard !saves.isEmpty else { return }
    merger.merge(.everything)
  }

  /// The registered models whose rows were inserted by the saves.
  private func models(
    insertedBy saves: [ExclusiveTransaction.Save]
  ) -> [(model: any PersistentModel, entity: EntityIdentity)] {
    var seen: Set<WrittenRow> = []
    var models: [(any PersistentModel, EntityIdentity)] = []
    for saved in saves {
      let runs = saved.changes.runs
      // The first change of a row decides; one save never deletes and then inserts it.
      for run in runs.filter({ $0.kind == .insert }) + runs.filter({ $0.kind != .insert }) {
        for (key, model) in identityMap.models(run.entity, in: run.keys)
        where seen.insert(WrittenRow(entity: run.entity, key: key)).inserted && run.kind == .insert {
          models.append((model, run.entity))
        }
      }
    }
    return models
  }

  private struct WrittenRow: Hashable {
    let entity: EntityIdentity
    let key: Int64
  }

}

/// The nested transactions of a context that are running.
final class NestedTransactions {
  /// What has to be done at the end of a transaction.
  enum End {
    /// Nothing but to throw its own failure: the enclosing one decides.
    case inner((any Error)?)
    /// Save, or roll back if any of them failed.
    case outermost((any Error)?)
  }

  private var depth = 0
  private var ownFailure: (any Error)?
  private var failure: (any Error)?

  var isRunning: Bool { depth > 0 }

  func begin() { depth += 1 }

  func fail(_ error: any Error) {
    ownFailure = error
    failure = failure ?? error
  }

  func end() -> End {
    depth -= 1
    defer { ownFailure = nil }
    guard depth == 0 else { return .inner(ownFailure) }
    defer { failure = nil }
    return .outermost(failure)
  }
}

/// A context's transaction that holds the store's write lock from its beginning.
final class ExclusiveTransaction {
  /// A save inside it, announced after the commit.
  struct Save {
    let changes: ModelChanges
    let token: Int64
    /// The identifiers that became permanent by it; nil for a batch, which has no models.
    let identifiers: IssuedIdentifiers?
    var isBatch: Bool { identifiers == nil }
  }

  let connection: Connection
  private(set) var saves: [Save] = []
  /// The history transaction of its saves, after the first that changed something.
  private(set) var historyTransaction: Int64?
  /// Why a save failed; nothing may be committed then.
  private(set) var failure: (any Error)?

  init(connection: Connection) { self.connection = connection }

  /// Runs a save of the transaction.
  ///
  /// Without a savepoint: with one, SQLite would keep every page that a long save changes a second time in memory.
  ///
  /// - Throws: what the body throws, and the same again from then on.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// - Parameter identifiers: nil for a batch, which has no models.
  func note(_ changes: ModelChanges, token: Int64, _ identifiers: IssuedIdentifiers? = nil) {
    saves.append(Save(changes: changes, token: token, identifiers: identifiers))
    if historyTransaction == nil, !changes.isEmpty { historyTransaction = token }
  }

  /// Notes deleted history transactions, which later saves can't continue.
  func noteDeletion(ofHistory transactions: [Int64]) {
    if let historyTransaction, transactions.contains(historyTransaction) { self.historyTransaction = nil }
  }

  /// Makes identifiers temporary again whose rows are not committed; called before anyone else can write.
  func rollBackIdentifiers() {
    for saved in saves { saved.identifiers?.rollBack() }
  }
}
