import Foundation

/// Inserts rows at once and in one transaction, without making models.
///
/// The rows come from a sequence of values of any type, which is read once, as the rows are written: a sequence that
/// makes its values on demand needs no memory for those that are written already.
///
/// ```swift
/// let batch = BatchInsert<Item, Line>(lines)
///   .set(\.title) { $0.text }
///   .set(\.priority, to: .high)
///   .set(\.list) { $0.list }
/// try context.execute(batch).count
/// ```
/// ```sql
/// INSERT OR FAIL INTO "Item"(id, "title", "priority", "list", …) VALUES(?, ?, ?, ?, …) ON CONFLICT DO NOTHING
/// ```
///
/// Attributes that are not set get their defaults, as in a new model; one without a default has to be set.
/// See ``BatchResult`` for what batches have in common.
public struct BatchInsert<Model: PersistentModel, Row> {
  /// What becomes of a row with the unique values of another one.
  public typealias ConflictRule = BatchConflictRule

  private let rows: any Sequence<Row>
  private let conflict: ConflictRule
  private var content = BatchContent()
  private var identifier: ((BatchRow) throws -> PersistentIdentifier)?

  /// Inserts a row for each value of a sequence.
  public init(_ rows: some Sequence<Row>, onConflict conflict: ConflictRule = .update) {
    self.rows = rows
    self.conflict = conflict
  }

  // MARK: - Attributes

  /// Sets an attribute of all rows to a value.
  public func set<Value>(_ attribute: KeyPath<Model, Value>, to value: Value) -> BatchInsert {
    with { $0.content.set(attribute, to: value) }
  }

  /// Sets an attribute of each row.
  public func set<Value>(_ attribute: KeyPath<Model, Value>, _ value: @escaping (Row) throws -> Value) -> BatchInsert {
    with { $0.content.set(attribute, each: value) }
  }

  /// Gives each row its identifier, one that no row has: that of a row which was deleted, for instance.
  ///
  /// Without, a row gets the next key that no row ever had.
  public func identified(by identifier: @escaping (Row) throws -> PersistentIdentifier) -> BatchInsert {
    with { $0.identifier = { try $0.apply(identifier) } }
  }

  // MARK: - Relationships

  /// Sets a relationship of all rows to one row, or to none; in an ordered list the new rows come last.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>, to target: PersistentIdentifier?
  ) -> BatchInsert { with { $0.content.set(relationship) { (_: Row) in target } } }

  /// Sets a relationship of each row; a row may lead to another one of the batch that has an identifier.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>, _ target: @escaping (Row) throws -> PersistentIdentifier?
  ) -> BatchInsert { with { $0.content.set(relationship, target: target) } }

  /// Sets a relationship of all rows to one row, where one is required.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target>, to target: PersistentIdentifier
  ) -> BatchInsert { with { $0.content.set(relationship) { (_: Row) in target } } }

  /// Sets a relationship of each row, where one is required.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target>, _ target: @escaping (Row) throws -> PersistentIdentifier
  ) -> BatchInsert { with { $0.content.set(relationship, target: target) } }

  /// Sets a list of each row.
  public func set<Target: PersistentModel>(
    _ list: KeyPath<Model, [Target]>, _ targets: @escaping (Row) throws -> [PersistentIdentifier]
  ) -> BatchInsert { with { $0.content.set(list: list, targets) } }

  private func with(_ change: (inout BatchInsert) -> Void) -> BatchInsert {
    var batch = self
    change(&batch)
    return batch
  }

  fileprivate func execute(in transaction: BatchTransaction) throws -> BatchResult<Model> {
    try content.check()
    let table = try transaction.store.table(for: Model.self)
    return try transaction.write { connection, announcements in
      let writer = try BatchInsertWriter(
        content, conflict, identifiedBy: identifier, in: table, transaction.store, connection)
      try writer.write(rows, &announcements)
      return BatchResult(writer.keys, of: table, insertedCount: writer.insertedCount)
    }
  }
}

/// What becomes of a row of a batch with the unique values of another one.
public enum BatchConflictRule: Sendable {
  /// It updates that row, as a model with these values would: all attributes, and the relationships that it has.
  case update
  /// It is left out.
  case skip
  /// The batch throws `SwiftDataError.uniqueConstraint`.
  case fail
}

extension ModelContext {
  /// Inserts the rows of a batch, in a transaction of its own or as a part of the running `exclusiveTransaction`.
  ///
  /// No `didSave` is posted; see ``BatchResult`` for what batches have in common.
  ///
  /// - Returns: the rows in the order of their values; one that was updated instead has its identifier there too, and
  ///   one that was left out is not there.
  /// - Throws: what the sequence's closures throw, `SwiftDataError` for values that break a rule,
  ///   `SwiftDataError.rowGone` for a relationship to a missing row, `SwiftDataError.invalidBatch` for what no batch can
  ///   do. Nothing is inserted then; in an exclusive transaction, nothing of all of it is stored.
  /// - Complexity: O(n) in the rows. In memory eight bytes for each, as much for each list that is set, and some tens
  ///   of bytes for each different row that a relationship leads to.
  @discardableResult
  public func execute<Model, Row>(_ batch: BatchInsert<Model, Row>) throws -> BatchResult<Model> {
    try batch.execute(in: BatchTransaction(self))
  }
}
