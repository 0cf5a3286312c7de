import Foundation

/// Updates rows at once and in one transaction, without making models.
///
/// ```swift
/// let batch = BatchUpdate<Item>(where: #Predicate { $0.isDone })
///   .set(\.priority, to: .none)
///   .set(\.count, to: #Expression { $0.count + 1 })
/// try context.execute(batch).count
/// ```
/// ```sql
/// SELECT count(*) FROM (SELECT 1 FROM "Item" AS t0 WHERE (t0."isDone") LIMIT 1000)  -- for the page cache
/// UPDATE OR FAIL "Item" AS t0 SET "priority" = ?1, "count" = (t0."count" + 1) WHERE (t0."isDone")
/// ```
///
/// Which rows match is decided before any is written. Rows with given identifiers are found and updated by ranges of
/// neighbouring keys, `id BETWEEN ? AND ?`. The rows are updated by key, too, where each gets a value of its own, where
/// values from before are returned, or where a relationship or a unique attribute is set. All rows that match are
/// updated, whether their values differ or not.
/// See ``BatchResult`` for what batches have in common.
public struct BatchUpdate<Model: PersistentModel> {
  private let rows: BatchRows<Model>
  private let identifierCount: Int?
  /// The values of a row are those at its index among the identifiers.
  private var content = BatchContent()
  private var returned: [PartialKeyPath<Model>] = []
  private var valueCounts: Set<Int> = []

  /// Updates the rows that match a predicate; all if it is nil.
  public init(where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true) {
    rows = BatchRows(predicate, nil, includesSubclasses: includeSubclasses)
    identifierCount = nil
  }

  /// Updates those of some rows that match a predicate; rows that are gone are left out.
  public init(_ identifiers: some Sequence<PersistentIdentifier>, where predicate: Predicate<Model>? = nil) {
    let identifiers = Array(identifiers)
    rows = BatchRows(predicate, identifiers)
    identifierCount = identifiers.count
  }

  // MARK: - Attributes

  /// Sets an attribute of all rows to a value.
  public func set<Value>(_ attribute: KeyPath<Model, Value>, to value: Value) -> BatchUpdate {
    with { $0.content.set(attribute, to: value) }
  }

  /// Sets an attribute to what an expression of the row yields; all expressions see the row as it was before.
  ///
  /// What an expression reads of other rows may have been written by the batch already, unless the batch sets a unique
  /// attribute: all values are calculated first then, and kept in memory. The batch throws `SwiftDataError.invalidBatch` if SQL can't express it.
  public func set<Value>(_ attribute: KeyPath<Model, Value>, to value: Expression<Model, Value>) -> BatchUpdate {
    with { $0.content.set(attribute, expression: value) }
  }

  /// Sets an attribute of each row to a value of its own, in the order of the identifiers.
  public func set<Value>(_ attribute: KeyPath<Model, Value>, toEach values: [Value]) -> BatchUpdate {
    with {
      $0.valueCounts.insert(values.count)
      $0.content.set(attribute) { (row: Int) in values[row] }
    }
  }

  // MARK: - Relationships

  /// Sets a relationship of all rows to one row, or to none.
  ///
  /// In an ordered list they come last, in the order of their keys; those that are in it already keep their places.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>, to target: PersistentIdentifier?
  ) -> BatchUpdate { with { $0.content.set(relationship) { (_: Int) in target } } }

  /// Sets a relationship of all rows to one row, where one is required.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target>, to target: PersistentIdentifier
  ) -> BatchUpdate { with { $0.content.set(relationship) { (_: Int) in target } } }

  /// Sets a relationship of each row to a row of its own, where one is required, in the order of the identifiers.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target>, toEach targets: [PersistentIdentifier]
  ) -> BatchUpdate {
    with {
      $0.valueCounts.insert(targets.count)
      $0.content.set(relationship) { (row: Int) in targets[row] }
    }
  }

  /// Sets a relationship of each row to a row of its own, in the order of the identifiers.
  public func set<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>, toEach targets: [PersistentIdentifier?]
  ) -> BatchUpdate {
    with {
      $0.valueCounts.insert(targets.count)
      $0.content.set(relationship) { (row: Int) in targets[row] }
    }
  }

  /// Sets a list of each row to a list of its own, in the order of the identifiers.
  public func set<Target: PersistentModel>(
    _ list: KeyPath<Model, [Target]>, toEach targets: [[PersistentIdentifier]]
  ) -> BatchUpdate {
    with {
      $0.valueCounts.insert(targets.count)
      $0.content.set(list: list) { (row: Int) in targets[row] }
    }
  }

  /// Adds rows to a list of all rows, at its end unless they are in it.
  public func add<Target: PersistentModel>(
    _ targets: [PersistentIdentifier], to list: KeyPath<Model, [Target]>
  ) -> BatchUpdate { with { $0.content.change(list, .add(targets)) } }

  /// Removes rows from a list of all rows.
  public func remove<Target: PersistentModel>(
    _ targets: [PersistentIdentifier], from list: KeyPath<Model, [Target]>
  ) -> BatchUpdate { with { $0.content.change(list, .remove(targets)) } }

  // MARK: - Results

  /// Returns the values of properties from before the update.
  public func returning(_ properties: PartialKeyPath<Model>...) -> BatchUpdate { returning(properties) }

  /// Returns the values of properties from before the update.
  public func returning(_ properties: [PartialKeyPath<Model>]) -> BatchUpdate { with { $0.returned += properties } }

  private func with(_ change: (inout BatchUpdate) -> Void) -> BatchUpdate {
    var batch = self
    change(&batch)
    return batch
  }

  fileprivate func execute(in transaction: BatchTransaction) throws -> BatchResult<Model> {
    try content.check()
    guard valueCounts.allSatisfy({ $0 == identifierCount }) else {
      throw SwiftDataError.invalidBatch("A batch needs as many values for a property as it has identifiers.")
    }
    let table = try transaction.store.table(for: Model.self)
    let properties = try table.properties(at: returned)
    return try transaction.write { connection, announcements in
      let writer = try BatchUpdateWriter(
        rows.filter(table, transaction.store, on: connection), content, returning: properties, in: table,
        transaction.store, connection)
      let written = try writer.write(&announcements)
      return BatchResult(written.keys, of: table, written.images)
    }
  }
}

extension ModelContext {
  /// Updates the rows of a batch, in a transaction of its own or as a part of the running `exclusiveTransaction`.
  ///
  /// No `didSave` is posted; see ``BatchResult`` for what batches have in common.
  ///
  /// - Returns: the rows that matched.
  /// - Throws: `SwiftDataError` for values that break a rule, `SwiftDataError.rowGone` for a relationship to a missing
  ///   row, `SwiftDataError.invalidBatch` for what no batch can do. Nothing is changed then; in an exclusive
  ///   transaction, nothing of all of it is stored.
  /// - Complexity: O(n) in the rows.
  @discardableResult
  public func execute<Model>(_ batch: BatchUpdate<Model>) throws -> BatchResult<Model> {
    try batch.execute(in: BatchTransaction(self))
  }
}
