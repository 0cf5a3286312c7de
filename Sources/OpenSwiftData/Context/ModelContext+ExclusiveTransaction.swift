extension ModelContext {
  /// Runs the block and saves, as one transaction that nobody else's write can come in between.
  ///
  /// `transaction(block:)` reads before it takes the write lock: between what it read and what it writes, another
  /// context or process may commit. This one takes the lock first, so what the block decides by what it reads (whether
  /// something is still undone, which number comes next) holds until it is committed. It reads what is committed and
  /// what it saved itself; `save()` inside of the block writes without committing, for instance to learn the keys of
  /// new rows.
  ///
  /// If the block or a save throws, nothing of it is stored, everything unsaved in the context is rolled back, and
  /// models that were saved in the block are as the store has them. Nobody is told of a save before the commit.
  ///
  /// Inside of another transaction it is a part of that one, and of its lock if it has one. Over custom stores and over
  /// several configurations there is no such lock, and it is like `transaction(block:)`.
  ///
  /// - Parameter block: runs once; it should be short, as every other writer waits, in other processes too.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws, what `save()` throws.
  public func exclusiveTransaction<Result>(_ block: () throws -> Result) throws -> Result {
    guard store.copy == nil, exclusive == nil, !transactions.isRunning else { return try nested(block) }
    var session: ExclusiveTransaction?
    do {
      let result = try store.write { connection in
        let transaction = ExclusiveTransaction(connection: connection)
        (session, exclusive) = (transaction, transaction)
        defer { exclusive = nil }
        mergePendingChanges()
        let result = try saving(block)
        // Somebody may have caught it.
        if let failure = transaction.failure { throw failure }
        return result
      } orTakeBack: {
        session?.forgetIdentifiers()
      }
      for saved in session?.saves ?? [] { announce(saved) }
      return result
    } catch {
      // Without the lock nothing began: what the context holds unsaved is not the block's.
      if let session { takeBack(session.saves) }
      throw error
    }
  }

  private func nested<Result>(_ block: () throws -> Result) throws -> Result {
    var result: Result?
    try transaction { result = try block() }
    guard let result else { preconditionFailure("a transaction that did not throw has run its block") }
    return result
  }

  /// Runs the block as a transaction of the context, so that one inside of it does not save for itself.
  private func saving<Result>(_ block: () throws -> Result) throws -> Result {
    var result: Result?
    transactions.begin()
    do {
      result = try block()
    } catch {
      transactions.fail(error)
    }
    switch transactions.end() {
    case .inner(let failure?), .outermost(let failure?): throw failure
    case .inner(nil), .outermost(nil): try save()
    }
    guard let result else { preconditionFailure("a transaction that did not fail has run its block") }
    return result
  }

  /// Makes the context forget what it saved in a transaction that was not committed.
  ///
  /// Others may write again by now, and their rows get the keys that were given out here. So which models have no row is
  /// not looked up in the store, and is settled before the first observer is told of anything.
  private func takeBack(_ saves: [ExclusiveTransaction.Save]) {
    let models = models(insertedBy: saves)
    for (model, entity) in models { unregister(model, entity) }
    for (model, _) in models { becomeDeleted(model) }
    rollback()
    guard !saves.isEmpty else { return }
    link.receive(.everything)
    mergePendingChanges()
  }

  /// The registered models whose rows were not there before the first of some saves.
  private func models(
    insertedBy saves: [ExclusiveTransaction.Save]
  ) -> [(model: any PersistentModel, entity: EntityIdentity)] {
    var seen: Set<SaveTransaction.WrittenRow> = []
    var models: [(any PersistentModel, EntityIdentity)] = []
    for saved in saves {
      let runs = saved.changes.runs
      // What happens first to a row tells; in one save it is never deleted and then inserted.
      for run in runs.filter({ $0.kind == .insert }) + runs.filter({ $0.kind != .insert }) {
        for (key, model) in identityMap.models(run.entity, in: run.keys)
        where seen.insert(SaveTransaction.WrittenRow(entity: run.entity, key: key)).inserted && run.kind == .insert {
          models.append((model, run.entity))
        }
      }
    }
    return models
  }

  /// Writes without committing.
  func saveExclusively() throws {
    guard let saved = try announceAndWrite(), !saved.consequences.isEmpty else { return }
    link.receive(saved.consequences)
    mergePendingChanges()
  }

  /// Tells of what was committed.
  private func announce(_ saved: ExclusiveTransaction.Save) {
    store.hub.publish(saved.changes, from: subscription)
    postDidSave(saved.changes, token: saved.token)
  }
}
