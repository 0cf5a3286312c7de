/// One step of keeping a result up to date: takes changed rows out and puts them where they belong now.
struct ResultsMaintenance {
  private let query: SelectQuery
  private let rowIfMatching: Statement
  private let rowSortKey: Statement
  private(set) var keys: OrderedKeys

  init(query: SelectQuery, keys: OrderedKeys, connection: Connection) throws {
    self.query = query
    self.keys = keys
    let columns = query.order.map(\.column).joined(separator: ", ")
    let key = "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)"
    let parameter = "?\(query.arguments.count + 1)"
    rowIfMatching = try connection.statement(
      query.sql(selecting: columns, extraCondition: "\(key) = \(parameter)"))
    rowSortKey = try connection.statement("SELECT \(columns) FROM \(query.source) WHERE \(key) = ?")
  }

  /// - Complexity: O(k log n) look-ups for k changed rows.
  mutating func apply(_ runs: [ModelChanges.Run]) throws {
    let changed = Set(runs.flatMap(\.keys))
    let known = Set(runs.filter { $0.kind != .insert }.flatMap(\.keys))
    keys.remove(known)
    for key in changed.sorted() {
      if let sortKey = try matchingSortKey(of: key) { keys.insert(key, at: try position(of: sortKey)) }
    }
  }

  /// The sort key of a row that belongs to the result; nil if it does not, or is gone.
  private func matchingSortKey(of key: Int64) throws -> SortKey? {
    try rowIfMatching.bind(query.arguments)
    return try sortKey(rowIfMatching, key, parameter: Int32(query.arguments.count + 1))
  }

  /// The index of the first row that does not come before the given one.
  private func position(of sortKey: SortKey) throws -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      let other = try self.sortKey(rowSortKey, keys[middle], parameter: 1)
      if let other, other.precedes(sortKey) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func sortKey(_ statement: Statement, _ key: Int64, parameter: Int32) throws -> SortKey? {
    defer { statement.reset() }
    try statement.bind(key, at: parameter)
    guard try statement.step() else { return nil }
    return SortKey(values: query.order.indices.map { statement.value(Int32($0)) }, order: query.order)
  }
}
