import Foundation

/// Reads properties of rows at once, without making models.
///
/// ```swift
/// let batch = BatchFetch<Item>(where: #Predicate { $0.isDone }).returning(\.title, \.tags)
/// let rows = try context.execute(batch)
/// for (title, tags) in zip(try rows.returned(\.title), try rows.returned(\.tags)) { … }
/// ```
/// ```sql
/// SELECT id, "title" FROM "Item" AS t0 WHERE (t0."isDone") ORDER BY id
/// SELECT owner, target FROM "Item_tags" WHERE owner BETWEEN ? AND ? …  -- for each list, and range of neighbouring keys
/// ```
///
/// See ``BatchResult`` for what batches have in common.
public struct BatchFetch<Model: PersistentModel> {
  private let rows: BatchRows<Model>
  private var returned: [PartialKeyPath<Model>] = []

  /// Reads the rows that match a predicate; all if it is nil.
  public init(where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true) {
    rows = BatchRows(predicate, nil, includesSubclasses: includeSubclasses)
  }

  /// Reads the rows with some identifiers, or those of them that match a predicate; rows that are gone are left out.
  public init(_ identifiers: some Sequence<PersistentIdentifier>, where predicate: Predicate<Model>? = nil) {
    rows = BatchRows(predicate, Array(identifiers))
  }

  /// Returns the values of properties.
  public func returning(_ properties: PartialKeyPath<Model>...) -> BatchFetch { returning(properties) }

  /// Returns the values of properties.
  public func returning(_ properties: [PartialKeyPath<Model>]) -> BatchFetch {
    var batch = self
    batch.returned += properties
    return batch
  }

  fileprivate func execute(in transaction: BatchTransaction) throws -> BatchResult<Model> {
    let (store, table) = (transaction.store, try transaction.store.table(for: Model.self))
    let properties = try table.properties(at: returned)
    let selection = try transaction.read { connection in
      try BatchSelection(
        rows.filter(table, store, on: connection), in: table, reading: properties, store, on: connection)
    }
    return BatchResult(selection.keys, of: table, selection.images)
  }
}

extension ModelContext {
  /// Reads the rows of a batch, as they are stored: unsaved changes in the context are not seen.
  ///
  /// All of it is from one state of the store, whatever others write meanwhile.
  ///
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError.invalidBatch` for what no batch can do.
  /// - Complexity: O(n) in the rows; a query for each range of neighbouring keys, and for each list of it.
  public func execute<Model>(_ batch: BatchFetch<Model>) throws -> BatchResult<Model> {
    try batch.execute(in: BatchTransaction(self))
  }
}
