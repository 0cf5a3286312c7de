/// Runs batches in a context: the transaction, the history, and what others are told.
///
/// What is promised for all batches is in the documentation of `BatchResult`.
struct BatchTransaction {
  private let context: ModelContext

  /// - Throws: `SwiftDataError.invalidBatch` for the models of a custom store.
  init(_ context: ModelContext) throws {
    guard context.customStore == nil else {
      throw SwiftDataError.invalidBatch("A custom store or several configurations take no batches: use models.")
    }
    self.context = context
  }

  var store: SQLiteStore { context.store }

  /// Reads rows by several statements, in one state of the store.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    context.link.mergeCommits()
    return try context.connection.read { connection in try connection.withReadTransaction { try body(connection) } }
  }

  /// Writes rows; what the body announces gets into the history in the same transaction.
  ///
  /// - Parameter checksLimits: whether the numbers of members of relationships are checked.
  func write<Result>(
    checksLimits: Bool = true, _ body: (Connection, inout SaveAnnouncements) throws -> Result
  ) throws -> Result {
    try commit { connection in
      var announcements = SaveAnnouncements(store)
      let result = try body(connection, &announcements)
      if checksLimits { try announcements.checkLimits(on: connection) }
      announcements.compact()
      let token = try store.history.append(
        announcements.changes, author: context.author, to: context.connection.exclusive?.historyTransaction,
        on: connection)
      return (result, announcements.changes, token)
    }
  }

  /// Deletes the rows of a selection by the rules of their relationships.
  func delete(
    from table: EntityTable, _ select: (Connection) throws -> BatchSelection
  ) throws -> BatchSelection {
    try commit { connection in
      let selection = try select(connection)
      var plan = try SavePlan.empty(for: context, on: connection)
      plan.batchDeletions = [.init(table: store.root(of: table), keys: selection.keys, arePresent: true)]
      var writer = SaveWriter(plan, on: connection)
      let outcome = try writer.write()
      return (selection, outcome.changes, outcome.token)
    }
  }

  private func commit<Result>(
    _ body: (Connection) throws -> (result: Result, changes: ModelChanges, token: Int64)
  ) throws -> Result {
    context.link.mergeCommits()
    let (result, changes, token) = try context.connection.write { connection in
      do {
        return try connection.reporting(to: WorkProgress.current) { try body(connection) }
      } catch let error as SQLiteError where error.isUniqueViolation {
        throw SwiftDataError.uniqueConstraint(error)
      }
    }
    if let exclusive = context.connection.exclusive {
      exclusive.note(changes, token: token)
    } else {
      store.hub.publish(changes, from: context.subscription)
    }
    if !changes.isEmpty { context.merger.merge(changes) }
    return result
  }
}
