/// The rows that the next save deletes without a model of them having been made.
///
/// A row of which a model is made meanwhile is no longer among them: the model is marked for deletion instead.
struct BatchDeletions {
  private struct Rows {
    let table: EntityTable
    var keys: Set<Int64>
    /// The keys as fetches take them, made when they are first needed.
    var sorted: SQLiteValue?
  }

  private var rows: [EntityIdentity: Rows] = [:]

  /// Whether something was deleted by a predicate since the last save or rollback.
  private(set) var wereMade = false

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.values.reduce(0) { $0 + $1.keys.count } }

  /// The entities of which there are such rows.
  var entities: some Collection<EntityIdentity> { rows.keys }

  /// The rows of each table.
  var all: [(table: EntityTable, keys: Set<Int64>)] {
    rows.sorted { $0.key.index < $1.key.index }.map { ($0.value.table, $0.value.keys) }
  }

  func keys(of entity: EntityIdentity) -> Set<Int64> { rows[entity]?.keys ?? [] }

  /// Adds rows.
  ///
  /// - Parameter table: that of the root class.
  mutating func insert(_ keys: some Collection<Int64>, of table: EntityTable) {
    wereMade = true
    guard !keys.isEmpty else { return }
    rows[table.identity, default: Rows(table: table, keys: [])].keys.formUnion(keys)
    rows[table.identity]?.sorted = nil
  }

  /// Takes a row out.
  ///
  /// - Returns: false if it was not among them.
  mutating func remove(_ key: Int64, of entity: EntityIdentity) -> Bool {
    guard rows[entity]?.keys.remove(key) != nil else { return false }
    rows[entity]?.sorted = nil
    if rows[entity]?.keys.isEmpty == true { rows[entity] = nil }
    return true
  }

  /// The keys of an entity as a blob; nil if there are none.
  mutating func sortedKeys(of entity: EntityIdentity) -> SQLiteValue? {
    guard let known = rows[entity] else { return nil }
    if let sorted = known.sorted { return sorted }
    let sorted = SQLiteValue.sortedKeys(known.keys)
    rows[entity]?.sorted = sorted
    return sorted
  }

  mutating func removeAll() { self = BatchDeletions() }
}
