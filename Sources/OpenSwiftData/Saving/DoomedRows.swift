/// The rows that a save deletes, by their tables.
struct DoomedRows {
  private var tables: [EntityIdentity: EntityTable] = [:]
  private var keys: [EntityIdentity: Set<Int64>] = [:]
  private var order: [EntityIdentity: [Int64]] = [:]

  var isEmpty: Bool { order.isEmpty }

  /// The keys of each table, in the order in which they came.
  var byTable: [(table: EntityTable, keys: [Int64])] {
    order.keys.sorted { $0.index < $1.index }.compactMap { entity in
      tables[entity].map { ($0, order[entity] ?? []) }
    }
  }

  func contains(_ key: Int64, _ table: EntityTable) -> Bool { keys[table.identity]?.contains(key) ?? false }

  /// Adds rows.
  ///
  /// - Returns: the keys that were not among them before.
  @discardableResult
  mutating func insert(_ new: [Int64], _ table: EntityTable) -> [Int64] {
    let fresh = new.filter { keys[table.identity, default: []].insert($0).inserted }
    guard !fresh.isEmpty else { return [] }
    tables[table.identity] = table
    order[table.identity, default: []] += fresh
    return fresh
  }
}
