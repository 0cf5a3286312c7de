import Foundation

/// Counts the rows that refer to each row at the other end of a relationship.
///
/// Counted one by one as SQLite finds them: grouping would sort all rows, which takes memory and several times as long.
/// If few rows refer to another, these are looked up: an index of the condition's would lead to many that don't.
struct RelationshipCounts<Model: PersistentModel>: Sendable {
  let dependencies: ResultsDependencies
  /// The name of the relationship, as changes have it.
  let relationship: String
  let reader: ResultsReader<Model>
  /// The column with the key of the other end.
  private let target: String
  /// The table of pairs, if the relationship has one.
  private let pairs: JoinTable?
  /// The join with the rows at the other end, of which some may be missing; usually empty.
  private let ends: String
  /// Whether rows may go on referring to one that is deleted.
  private let canDangle: Bool

  /// Up to how many rows are looked up one by one; reading so many takes some milliseconds.
  private static var maxLookUps: Int64 { 10_000 }

  /// - Throws: `SwiftDataError` for the inverse of a to-one relationship, or if the predicate is invalid.
  init(by relation: Relation, where predicate: Predicate<Model>?, store: SQLiteStore) throws {
    switch relation.storage {
    case .foreignKey:
      target = "\(PredicateTranslator.rootAlias).\(EntityTable.column(relation.property))"
      // Keys of missing rows are not counted.
      let other = "\(SQL.quoted(relation.destination.tableName)) AS ends ON ends.\(EntityTable.keyColumn) = \(target)"
      ends = relation.mayDangle ? " JOIN \(other)" : ""
      pairs = nil
    case .joinTable(let table):
      target = "pairs.\(table.targetColumn)"
      ends = ""
      pairs = table
    case .inverseForeignKey:
      throw SwiftDataError.unsupportedKeyPath(
        "\(relation.owner.entityName).\(relation.property.name) is the inverse of a relationship to one model, "
          + "so each count would be 1; count by a relationship to one model or by one of many to many."
      )
    }
    let query = try ResultsQuery(FetchDescriptor(predicate: predicate), section: nil, store: store)
    reader = ResultsReader(query: query, store: store)
    relationship = relation.property.storedName
    canDangle = relation.mayDangle
    let dependencies = query.dependencies.with([relation.property])
    let end = canDangle ? store.identity(of: relation.property.target) : nil
    self.dependencies = end.map(dependencies.with) ?? dependencies
  }

  private var select: SelectQuery { reader.query.select }

  /// Whether changes of few rows can be followed: not if SQL can't express the condition, or if a deletion at the other
  /// end takes rows out of the counts that are not named.
  var canBeFollowed: Bool { reader.query.residual == nil && !canDangle }

  /// What it selects; nil if SQL can't express the whole condition.
  var identity: SQLText? {
    guard reader.query.residual == nil else { return nil }
    return SQLText(sql: sql(select.condition, looksUp: false), arguments: select.condition?.arguments ?? [])
  }

  // MARK: - All rows

  /// The counts by key of the row at the other end.
  func read(on connection: Connection) throws -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    try connection.withReadTransaction {
      _ = try forEachPair(on: connection) { _, end in
        counts[end, default: 0] += 1
        return true
      }
    }
    return counts
  }

  /// Calls with the keys of each row of the condition and of a row that it refers to, within a transaction.
  ///
  /// - Parameter body: returns false to end.
  /// - Returns: whether it came to the end.
  func forEachPair(on connection: Connection, _ body: (_ row: Int64, _ end: Int64) -> Bool) throws -> Bool {
    let condition = try reader.condition(on: connection)
    let statement = try connection.statement(sql(condition, looksUp: areFew(on: connection)))
    defer { statement.reset() }
    try statement.bind(condition?.arguments ?? [])
    while try statement.step() {
      guard body(statement.integer(0), statement.integer(1)) else { return false }
    }
    return true
  }

  private func areFew(on connection: Connection) throws -> Bool {
    guard select.condition != nil else { return false }
    let source = pairs.map { "\(SQL.quoted($0.name)) AS pairs" } ?? select.source
    let some = "SELECT 1 FROM \(source) WHERE \(isPresent(looksUp: true)) LIMIT ?1"
    let count = try connection.integer("SELECT count(*) FROM (\(some))", [.integer(Self.maxLookUps)])
    return count < Self.maxLookUps
  }

  private func sql(_ condition: SQLText?, looksUp: Bool) -> String {
    // A unary plus keeps a term away from its index (https://www.sqlite.org/optoverview.html).
    let rest = condition.map { " AND \(looksUp ? "+" : "")(\($0.sql))" } ?? ""
    return "SELECT \(key), \(target) FROM \(source(looksUp: looksUp)) WHERE \(isPresent(looksUp: looksUp))\(rest)"
  }

  /// The tables; with `CROSS JOIN`, SQLite reads the one on the left first.
  private func source(looksUp: Bool) -> String {
    guard let pairs else { return select.source + ends }
    let table = "\(SQL.quoted(pairs.name)) AS pairs"
    let isOwner = "pairs.\(pairs.ownerColumn) = \(key)"
    return looksUp
      ? "\(table) CROSS JOIN \(select.source) ON \(isOwner)" : "\(select.source) JOIN \(table) ON \(isOwner)"
  }

  /// Whether a row refers to another; as a range, for which SQLite uses the index.
  private func isPresent(looksUp: Bool) -> String {
    looksUp ? "\(target) >= \(Int64.min)" : "\(target) IS NOT NULL"
  }

  private var key: String { "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)" }

  // MARK: - Some rows

  /// Calls with each row of some keys, whether or not it meets the condition, and each row that it refers to.
  func forEachPair(
    in keys: ClosedRange<Int64>, on connection: Connection, _ body: (_ row: Int64, _ end: Int64) -> Void
  ) throws {
    let isPresent = isPresent(looksUp: false)
    let statement = try connection.statement(
      "SELECT \(key), \(target) FROM \(source(looksUp: false)) WHERE \(isPresent) AND \(key) BETWEEN ?1 AND ?2")
    defer { statement.reset() }
    try statement.bind([.integer(keys.lowerBound), .integer(keys.upperBound)])
    while try statement.step() { body(statement.integer(0), statement.integer(1)) }
  }

  func identified(_ counts: [Int64: Int], of target: EntityIdentity) -> [PersistentIdentifier: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { (PersistentIdentifier(entity: target, key: $0), $1) })
  }
}
