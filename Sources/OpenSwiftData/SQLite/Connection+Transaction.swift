extension Connection {
  /// Runs the body in one write transaction: all of it is committed, or none of it.
  ///
  /// `BEGIN IMMEDIATE` takes the write lock first, so a transaction that reads and then writes can't fail half-way for
  /// a lock (https://www.sqlite.org/lang_transaction.html).
  ///
  /// - Parameter beforeRollback: called if it can't be committed, while it still keeps others from writing.
  func withWriteTransaction<Result>(
    _ body: () throws -> Result, beforeRollback: () -> Void = {}
  ) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    bulkInsertion = BulkInsertion()
    defer {
      bulkInsertion = nil
      giveRoomBack()
    }
    let result: Result
    do {
      result = try body()
      try bulkInsertion?.finish(on: self)
    } catch {
      beforeRollback()
      // A full disk may have ended the transaction already.
      if isInTransaction { try? execute("ROLLBACK") }
      externalData?.discard()
      throw error
    }
    // Whether a COMMIT that failed took place is not known, so the files that it may name stay.
    defer { externalData?.keep() }
    do {
      try execute("COMMIT")
    } catch {
      beforeRollback()
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
    return result
  }

  /// Runs the body on one snapshot of the database; takes no lock a writer could hold.
  func withReadTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    try execute("BEGIN DEFERRED")
    defer { try? execute("COMMIT") }
    return try body()
  }
}
