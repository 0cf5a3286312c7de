import Foundation

/// Counts the rows that refer to each row at the other end of a relationship.
///
/// Counted one by one as SQLite finds them: grouping would sort all rows, which takes memory and several times as long.
/// If few rows refer to another, these are looked up: an index of the condition's would lead to many that don't.
struct RelationshipCounts<Model: PersistentModel>: Sendable {
  let dependencies: ResultsDependencies
  private let results: ResultsQuery<Model>
  private let store: SQLiteStore
  /// The column with the key of the other end.
  private let target: String
  /// The join with the table of pairs or the rows at the other end; usually empty.
  private let join: String
  /// Whether an index finds the rows that refer to another.
  private let isIndexed: Bool

  /// Up to how many rows are looked up one by one; reading so many takes some milliseconds.
  private static var maxLookUps: Int64 { 10_000 }

  /// - Throws: `SwiftDataError` for the inverse of a to-one relationship, or if the predicate is invalid.
  init(by relation: Relation, where predicate: Predicate<Model>?, store: SQLiteStore) throws {
    let rows = PredicateTranslator.rootAlias
    switch relation.storage {
    case .foreignKey:
      target = "\(rows).\(EntityTable.column(relation.property))"
      // Keys of missing rows are not counted.
      let key = EntityTable.keyColumn
      let other = SQL.quoted(relation.destination.tableName)
      isIndexed = true
      join = relation.mayDangle ? " JOIN \(other) AS ends ON ends.\(key) = \(target)" : ""
    case .joinTable(let pairs):
      target = "pairs.\(pairs.targetColumn)"
      isIndexed = false
      join = " JOIN \(SQL.quoted(pairs.name)) AS pairs ON pairs.\(pairs.ownerColumn) = \(rows).id"
    case .inverseForeignKey:
      throw SwiftDataError.unsupportedKeyPath(
        "\(relation.owner.entityName).\(relation.property.name) is the inverse of a relationship to one model, "
          + "so each count would be 1; count by a relationship to one model or by one of many to many."
      )
    }
    self.store = store
    results = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
    dependencies = results.dependencies.with([relation.property])
  }

  /// The counts by key of the row at the other end.
  func read(on connection: Connection) throws -> [Int64: Int] {
    try connection.withReadTransaction {
      let condition = try ResultsReader(query: results, store: store).condition(on: connection)
      let statement = try connection.statement(sql(condition, looksUp: areFew(on: connection)))
      defer { statement.reset() }
      try statement.bind(condition?.arguments ?? [])
      var counts: [Int64: Int] = [:]
      while try statement.step() { counts[statement.integer(0), default: 0] += 1 }
      return counts
    }
  }

  private func areFew(on connection: Connection) throws -> Bool {
    guard isIndexed, results.select.condition != nil else { return false }
    let some = "SELECT 1 FROM \(results.select.source) WHERE \(isPresent(looksUp: true)) LIMIT ?1"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.integer(Self.maxLookUps)])
    return count < Self.maxLookUps
  }

  private func sql(_ condition: SQLText?, looksUp: Bool) -> String {
    // A unary plus keeps a term away from its index (https://www.sqlite.org/optoverview.html).
    let rest = condition.map { " AND \(looksUp ? "+" : "")(\($0.sql))" } ?? ""
    return "SELECT \(target) FROM \(results.select.source)\(join) WHERE \(isPresent(looksUp: looksUp))\(rest)"
  }

  /// Whether a row refers to another; as a range, for which SQLite uses the index.
  private func isPresent(looksUp: Bool) -> String {
    looksUp ? "\(target) >= \(Int64.min)" : "\(target) IS NOT NULL"
  }
}
