extension ModelContext {
  /// Brings the models that changed rows instead of becoming ones in line with what was committed.
  ///
  /// A row has one instance in a context. If there is none yet, the new model becomes it. Otherwise the one that is
  /// there stays and shows the new values, and the new model leaves the context: it keeps its values, and its
  /// identifier is that of the row.
  func finish(_ upserts: [SaveTransaction.Upsert]) {
    for upsert in upserts {
      if identityMap.model(upsert.table.identity, upsert.key) == nil {
        becomeInstance(of: upsert)
      } else {
        leave(upsert)
      }
    }
  }

  private func becomeInstance(of upsert: SaveTransaction.Upsert) {
    let record = upsert.model._$record
    unregister(upsert.model, upsert.table.identity)
    record.becomePermanent(entity: upsert.table.identity, key: upsert.key)
    record.becomeClean()
    // The row may lead to more than the new model did.
    record.relations = []
    record.isFault = true
    identityMap.register(upsert.model, upsert.table.identity, upsert.key)
  }

  private func leave(_ upsert: SaveTransaction.Upsert) {
    let record = upsert.model._$record
    forget(upsert.model)
    record.becomePermanent(entity: upsert.table.identity, key: upsert.key)
  }
}
