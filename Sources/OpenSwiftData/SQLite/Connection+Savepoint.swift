extension Connection {
  /// Runs the body as a part of the open transaction: if it throws, what it did is undone, and only that.
  ///
  /// Source: https://www.sqlite.org/lang_savepoint.html
  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT openswiftdata")
    do {
      let result = try body()
      try execute("RELEASE openswiftdata")
      return result
    } catch {
      // A full disk may have ended the whole transaction.
      if isInTransaction { try execute("ROLLBACK TO openswiftdata; RELEASE openswiftdata") }
      throw error
    }
  }

  /// Runs the body as a part of the open transaction and undoes what it did.
  func withUndoneSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT openswiftdata")
    defer { if isInTransaction { try? execute("ROLLBACK TO openswiftdata; RELEASE openswiftdata") } }
    return try body()
  }
}
