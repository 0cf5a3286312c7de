/// A predicate node in SQL.
enum SQLTerm {
  case entity(SQLEntity)
  /// A property whose members are separate columns.
  case composite(ModelProperty, SQLEntity)
  /// The row, if any, at the other end of a to-one relationship.
  case reference(SQLReference)
  /// The rows at the other end of a to-many relationship.
  case list(SQLList)
  /// An expression with a value.
  case value(SQLExpression)
  /// A captured value, known now.
  case captured(Any)

  static func condition(_ sql: String, isStrict: Bool = true) -> SQLTerm {
    .value(SQLExpression(sql: sql, kind: .boolean, isStrict: isStrict))
  }

  /// The key and table of a row or referenced row; nil for anything else.
  var row: (key: SQLExpression, table: EntityTable)? {
    switch self {
    case .entity(let entity): (entity.key, entity.table)
    case .reference(let reference): (reference.key, reference.table)
    case .composite, .list, .value, .captured: nil
    }
  }

  /// The condition, true only for the candidates.
  func with(_ candidates: FullTextCandidates?) -> SQLTerm {
    guard case .value(var expression) = self else { return self }
    expression.candidates = candidates
    return .value(expression)
  }

  var isFalse: Bool {
    guard case .captured(let value) = self else { return false }
    return value as? Bool == false
  }
}

/// A row of an entity, by its table's alias.
struct SQLEntity {
  let alias: String
  let table: EntityTable
  /// The relationships from the fetched row to this one, none for itself; nil if they are not known.
  var path: [Relation]?

  var key: SQLExpression {
    SQLExpression(sql: "\(alias).\(EntityTable.keyColumn)", kind: .identifier(table.identity))
  }
}

/// The row with a key; the key is NULL without a row.
struct SQLReference {
  let key: SQLExpression
  let table: EntityTable
  /// The relationships from the fetched row to this one; nil if they are not known.
  var path: [Relation]?
  /// Whether it was force-unwrapped, so that reading it fails without a row.
  var isUnwrapped = false
}

/// Rows of an entity: the FROM and WHERE of a subquery.
struct SQLList {
  let element: SQLEntity
  let source: String
  var condition: String
  /// SQL that is NULL without a list, so that reading it fails; nil if there always is one.
  var owner: String?

  var count: String { guarded(select("count(*)")) }

  /// Whether there is a row, or one that passes a test.
  func exists(where test: String? = nil) -> String { guarded("EXISTS \(select("1", where: test))") }

  /// A subquery for columns of each row.
  private func select(_ columns: String, where test: String? = nil) -> String {
    let tests = [condition, test].compactMap(\.self).joined(separator: " AND ")
    return "(SELECT \(columns) FROM \(source) WHERE \(tests))"
  }

  private func guarded(_ sql: String) -> String { owner.map { "(CASE WHEN \($0) IS NOT NULL THEN \(sql) END)" } ?? sql }
}

struct SQLExpression {
  let sql: String
  let kind: SQLKind
  /// Whether the value is NULL as soon as one of its columns is.
  private(set) var isStrict = true
  /// Whether the value may be the text 'NaN', as SQLite has no such number.
  private(set) var mayBeNaN = false
  /// For an expression over a column, the column that it equals unless NULL; an index may serve it.
  private(set) var column: String?
  /// The full-text index of the column, if there is one.
  private(set) var fullText: FullTextColumn?
  /// The rows for which it can be true, if a full-text index narrows it.
  fileprivate(set) var candidates: FullTextCandidates?

  /// The kind of a choice between two expressions.
  ///
  /// - Throws: `Unsupported` if their kinds differ.
  func commonKind(_ other: SQLExpression) throws -> SQLKind {
    if sql == "NULL" { return other.kind }
    if other.sql == "NULL" { return kind }
    guard kind == other.kind else {
      throw PredicateTranslator.Unsupported(node: "a choice between \(kind) and \(other.kind)")
    }
    return kind
  }
}
