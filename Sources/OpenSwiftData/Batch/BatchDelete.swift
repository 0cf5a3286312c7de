import Foundation

/// Deletes rows at once and in one transaction, without making models.
///
/// ```swift
/// let batch = BatchDelete<Item>(where: #Predicate { $0.isDone }).returning(\.title)
/// try context.execute(batch).returned(\.title)
/// ```
/// ```sql
/// SELECT id, "title" FROM "Item" AS t0 WHERE (t0."isDone") ORDER BY id
/// DELETE FROM "Item_tags" WHERE owner IN (SELECT value FROM json_each(?))  -- one for each relationship
/// DELETE FROM "Item" WHERE id BETWEEN ? AND ?  -- one for each range of neighbouring keys
/// ```
///
/// The delete rules of relationships are followed, however far they lead, as a save does; `ModelContext.delete(model:)`
/// deletes with the next save instead. See ``BatchResult`` for what batches have in common.
public struct BatchDelete<Model: PersistentModel> {
  private let rows: BatchRows<Model>
  private var returned: [PartialKeyPath<Model>] = []

  /// Deletes the rows that match a predicate; all if it is nil.
  public init(where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true) {
    rows = BatchRows(predicate, nil, includesSubclasses: includeSubclasses)
  }

  /// Deletes the rows with some identifiers; those that are gone already are left out.
  public init(_ identifiers: some Sequence<PersistentIdentifier>) { rows = BatchRows(nil, Array(identifiers)) }

  /// Returns the values of properties from before the deletion.
  public func returning(_ properties: PartialKeyPath<Model>...) -> BatchDelete { returning(properties) }

  /// Returns the values of properties from before the deletion.
  public func returning(_ properties: [PartialKeyPath<Model>]) -> BatchDelete {
    var batch = self
    batch.returned += properties
    return batch
  }

  fileprivate func execute(in transaction: BatchTransaction) throws -> BatchResult<Model> {
    let (store, table) = (transaction.store, try transaction.store.table(for: Model.self))
    let properties = try table.properties(at: returned)
    let selection = try transaction.delete(from: table) { connection in
      try BatchSelection(
        rows.filter(table, store, on: connection), in: table, reading: properties, store, on: connection)
    }
    return BatchResult(selection.keys, of: table, selection.images)
  }
}

extension ModelContext {
  /// Deletes the rows of a batch, in a transaction of its own or as a part of the running `exclusiveTransaction`.
  ///
  /// No `didSave` is posted; see ``BatchResult`` for what batches have in common.
  ///
  /// - Returns: the rows that matched; those that delete rules included are not among them.
  /// - Throws: `SwiftDataError.deletionDenied` and whatever else a save throws, `SwiftDataError.invalidBatch` for what
  ///   no batch can do. Nothing is deleted then; in an exclusive transaction, nothing of all of it is stored.
  /// - Complexity: a fixed number of statements for each relationship involved; eight bytes for each row.
  @discardableResult
  public func execute<Model>(_ batch: BatchDelete<Model>) throws -> BatchResult<Model> {
    try batch.execute(in: BatchTransaction(self))
  }
}

extension EntityTable {
  /// The properties at some key paths.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for a key path to no stored property.
  func properties(at keyPaths: [AnyKeyPath]) throws -> [ModelProperty] {
    try keyPaths.map { keyPath in
      guard let property = properties.property(for: keyPath), property.isStored || property.destination != nil else {
        throw SwiftDataError.invalidBatch("\(keyPath) is no stored property, so a batch can't return it.")
      }
      return property
    }
  }
}
