/// A run of rows that one transaction changed alike, with all it takes to tell of each row.
struct HistoryRun: Sendable {
  let run: ModelChanges.Run
  let properties: ModelProperties
  let transaction: Int64
  /// The number of the first row among the transaction's changes.
  let firstOrdinal: Int64
  /// The preserved values of deleted rows, by key and property name.
  let tombstones: [Int64: [String: SQLiteValue]]

  /// How many changes of a transaction can be told apart by their numbers.
  private static let changesPerTransaction: Int64 = 1 << 32

  /// One change for each row.
  var changes: [HistoryChange] { changes(of: properties.modelType) }

  private func changes<Model: PersistentModel>(of _: Model.Type) -> [HistoryChange] {
    switch run.kind {
    case .insert: run.keys.map { .insert(insert(of: $0) as DefaultHistoryInsert<Model>) }
    case .delete: run.keys.map { .delete(deletion(of: $0) as DefaultHistoryDelete<Model>) }
    case .update: updates(keyPaths() as [any PartialKeyPath<Model> & Sendable])
    }
  }

  private func insert<Model>(of key: Int64) -> DefaultHistoryInsert<Model> {
    DefaultHistoryInsert(
      changeIdentifier: number(of: key), transactionIdentifier: transaction,
      changedPersistentIdentifier: identifier(of: key))
  }

  private func updates<Model: PersistentModel>(_ keyPaths: [any PartialKeyPath<Model> & Sendable]) -> [HistoryChange] {
    run.keys.map { key in
      .update(
        DefaultHistoryUpdate<Model>(
          changeIdentifier: number(of: key), transactionIdentifier: transaction,
          changedPersistentIdentifier: identifier(of: key), updatedAttributes: keyPaths))
    }
  }

  private func deletion<Model>(of key: Int64) -> DefaultHistoryDelete<Model> {
    DefaultHistoryDelete(
      changeIdentifier: number(of: key), transactionIdentifier: transaction,
      changedPersistentIdentifier: identifier(of: key), tombstone: HistoryTombstone(values: tombstones[key] ?? [:]))
  }

  private func keyPaths<Model: PersistentModel>() -> [any PartialKeyPath<Model> & Sendable] {
    let changed = Set(run.properties)
    return properties.all.filter { changed.contains($0.storedName) }.map { property in
      // Sound: the properties of a model type have key paths that start at it.
      unsafeDowncast(property.keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
  }

  private func identifier(of key: Int64) -> PersistentIdentifier { PersistentIdentifier(entity: run.entity, key: key) }

  private func number(of key: Int64) -> Int64 {
    transaction &* Self.changesPerTransaction &+ firstOrdinal &+ (key - run.keys.lowerBound)
  }
}
