/// The rows that the relationships of a batch lead to.
struct BatchTargets {
  private let store: SQLiteStore
  /// By the properties that lead to them.
  private var rows: [ObjectIdentifier: BatchTargetRows] = [:]

  init(_ store: SQLiteStore) { self.store = store }

  /// The rows that a relationship leads to.
  mutating func rows(of relation: Relation) -> BatchTargetRows {
    let property = ObjectIdentifier(relation.property)
    if let known = rows[property] { return known }
    let new = BatchTargetRows(relation, store)
    rows[property] = new
    return new
  }

  /// The key of a target.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for an identifier of another entity, or of a model that is not saved.
  mutating func key(of identifier: PersistentIdentifier, _ relation: Relation) throws -> Int64 {
    try rows(of: relation).key(of: identifier)
  }

  /// - Throws: `SwiftDataError.rowGone` for a target without a row.
  func checkExistence(on connection: Connection) throws {
    for target in rows.values { try target.checkExistence(on: connection) }
  }
}

/// The rows that one relationship of a batch leads to.
///
/// A class, so that each new row of the batch need not look it up.
final class BatchTargetRows {
  private let relation: Relation
  private let store: SQLiteStore
  private let entity: EntityIdentity?
  private var keys: Set<Int64> = []
  /// The latest one: neighbours often have the same.
  private var latest: Int64 = 0

  init(_ relation: Relation, _ store: SQLiteStore) {
    self.relation = relation
    self.store = store
    entity = store.identity(of: relation.property.target)
  }

  /// The key of a target.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for an identifier of another entity, or of a model that is not saved.
  func key(of identifier: PersistentIdentifier) throws -> Int64 {
    let target = identifier.resolved
    guard target.key > 0, target.entity == entity else {
      throw SwiftDataError.invalidBatch("\(relation.fullName) can't lead to \(identifier).")
    }
    if target.key != latest {
      keys.insert(target.key)
      latest = target.key
    }
    return target.key
  }

  /// - Throws: `SwiftDataError.rowGone` for a target without a row.
  func checkExistence(on connection: Connection) throws {
    guard !keys.isEmpty else { return }
    let table = try store.table(for: relation.property.target)
    let found = try table.existing(Array(keys), on: connection)
    guard found.count < keys.count, let missing = keys.subtracting(found).min() else { return }
    throw SwiftDataError.rowGone(PersistentIdentifier(entity: table.identity, key: missing))
  }
}
