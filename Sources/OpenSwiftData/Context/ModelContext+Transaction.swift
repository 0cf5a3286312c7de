extension ModelContext {
  /// Runs the block and saves; if either throws, everything unsaved in the context is rolled back.
  ///
  /// A transaction inside of another one is a part of it: only the outermost saves or rolls back. If an inner one
  /// throws, the outermost rolls back and throws that error, whether somebody caught it in between or not.
  ///
  /// - Throws: what the block throws, what `save()` throws.
  ///
  /// Source: SwiftData, `ModelContext.transaction(block:)`.
  public func transaction(block: () throws -> Void) throws {
    transactions.begin()
    do {
      try block()
    } catch {
      transactions.fail(error)
    }
    try endTransaction()
  }

  private func endTransaction() throws {
    switch transactions.end() {
    case .inner(nil): return
    case .inner(let failure?): throw failure
    case .outermost(let failure): try finishTransaction(failure)
    }
  }

  private func finishTransaction(_ failure: (any Error)?) throws {
    do {
      if let failure { throw failure }
      try save()
    } catch {
      rollback()
      throw error
    }
  }
}
