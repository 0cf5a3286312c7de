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

  /// The keys of the identifiers in their order; nil if rows are found by a predicate alone.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for an identifier of another entity.
  func keys(in table: EntityTable) throws -> [Int64]? {
    try identifiers?.map { identifier in
      let row = identifier.resolved
      guard row.key > 0, row.entity == table.identity else {
        throw SwiftDataError.invalidBatch("\(identifier) is no saved \(Model.self).")
      }
      return row.key
    }
  }

  /// The condition that finds the rows; nil for all rows.
  ///
  /// - Complexity: where SQL can't express the predicate, O(n) in the rows that the rest of it leaves.
  func condition(_ table: EntityTable, _ store: SQLiteStore, on connection: Connection) throws -> SQLText? {
    var parts: [String] = []
    var arguments: [SQLiteValue] = []
    let descriptor = FetchDescriptor(predicate: predicate)
    let plan = try FetchPlan(descriptor, in: store)
    if plan.residual != nil {
      let reader = ResultsReader(query: try ResultsQuery(descriptor, section: nil, store: store), store: store)
      let keys = try reader.content(limit: nil, on: connection).keys.all
      parts.append(Self.isAmong(parameter: 1))
      arguments.append(.text(SQLiteValue.jsonList(keys)))
    } else if let condition = plan.query.condition {
      parts.append("(\(condition.sql))")
      arguments += condition.arguments
    }
    if let keys = try keys(in: table) {
      parts.append(Self.isAmong(parameter: arguments.count + 1))
      arguments.append(.text(SQLiteValue.jsonList(keys)))
    }
    if !includesSubclasses, let exact = table.exactClassCondition { parts.append(exact) }
    return parts.isEmpty ? nil : SQLText(sql: parts.joined(separator: " AND "), arguments: arguments)
  }

  private static func isAmong(parameter: Int) -> String {
    "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?\(parameter)))"
  }
}
