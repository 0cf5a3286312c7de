import Foundation

/// Which rows a batch concerns: those that match a predicate, those with some identifiers, or both.
struct BatchRows<Model: PersistentModel> {
  private let predicate: Predicate<Model>?
  private let identifiers: [PersistentIdentifier]?
  private let includesSubclasses: Bool

  init(_ predicate: Predicate<Model>?, _ identifiers: [PersistentIdentifier]?, includesSubclasses: Bool = true) {
    self.predicate = predicate
    self.identifiers = identifiers
    self.includesSubclasses = includesSubclasses
  }

  /// - Throws: `SwiftDataError.invalidBatch` for an identifier of another entity.
  private func keys(in table: EntityTable) throws -> [Int64]? {
    try identifiers?.map { identifier in
      let row = identifier.resolved
      guard row.key > 0, row.entity == table.identity else {
        throw SwiftDataError.invalidBatch("\(identifier) is no saved \(Model.self).")
      }
      return row.key
    }
  }

  /// How SQL finds the rows.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for an identifier of another entity.
  /// - Complexity: where SQL can't express the predicate, O(n) in the rows that the rest of it leaves.
  func filter(_ table: EntityTable, _ store: SQLiteStore, on connection: Connection) throws -> RowFilter {
    var filter = RowFilter(keys: try keys(in: table))
    let descriptor = FetchDescriptor(predicate: predicate)
    let plan = try FetchPlan(descriptor, in: store)
    if plan.residual != nil {
      let reader = ResultsReader(query: try ResultsQuery(descriptor, section: nil, store: store), store: store)
      filter.restrict(to: try reader.content(limit: nil, on: connection).keys.all)
    } else if let condition = plan.query.condition {
      filter.restrict(by: condition)
    }
    if !includesSubclasses, let exact = table.exactClassCondition {
      filter.restrict(by: SQLText(sql: exact, arguments: []))
    }
    return filter
  }
}

/// Finds rows by a condition, by their keys, or by both.
struct RowFilter {
  private var conditions: [String] = []
  private var conditionArguments: [SQLiteValue] = []
  private var keys: [Int64]?
  /// Those of the batch's identifiers, in their order; nil if rows are found by a condition alone.
  let givenKeys: [Int64]?

  init(keys: [Int64]?) { (self.keys, givenKeys) = (keys, keys) }

  /// The given keys, if each is there once, in ascending order, and there is no condition; nil else.
  var plainKeys: [Int64]? {
    guard conditions.isEmpty, let keys, keys.count == givenKeys?.count, RowRanges.areAscending(keys) else { return nil }
    return keys
  }

  /// Whether rows are found by ranges of their keys, one statement for each.
  var findsByKeys: Bool { keys != nil }

  mutating func restrict(by condition: SQLText) {
    conditions.append("(\(condition.sql))")
    conditionArguments += condition.arguments
  }

  mutating func restrict(to others: [Int64]) {
    guard let keys else { return self.keys = others }
    let allowed = Set(others)
    self.keys = keys.filter(allowed.contains)
  }

  /// The parameters, which come first in a statement; those for keys have no value yet.
  var arguments: [SQLiteValue] { conditionArguments + (keys == nil ? [] : [.null, .null]) }

  /// The table under its alias.
  ///
  /// Rows with given keys are found by them, and not by an index that the condition could use for each of them:
  /// https://www.sqlite.org/lang_indexedby.html
  func table(_ table: EntityTable) -> String {
    "\(table.name) AS \(PredicateTranslator.rootAlias)\(keys == nil || conditions.isEmpty ? "" : " NOT INDEXED")"
  }

  /// ` WHERE` with the condition; empty for all rows.
  var sql: String {
    let key = "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)"
    let all = conditions + (keys == nil ? [] : [RowRanges.condition(key, keyParameter)])
    return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
  }

  private var keyParameter: Int { conditionArguments.count + 1 }

  /// Runs a statement that reads; its rows are in ascending order if the statement says so.
  func read(_ statement: Statement, row: (Statement) throws -> Void) throws {
    defer { statement.reset() }
    guard let keys else {
      while try statement.step() { try row(statement) }
      return
    }
    try RowRanges(keys).run(statement, keyParameter, row: row)
  }
}
