/// What a node of a predicate means in SQL.
enum SQLTerm {
  /// A row of a table.
  case entity(SQLEntity)
  /// A property of a row whose members are columns of their own.
  case composite(ModelProperty, SQLEntity)
  /// The row at the other end of a relationship to one model, if there is one.
  case reference(SQLReference)
  /// The rows at the other end of a relationship to many models.
  case list(SQLList)
  /// An expression with a value.
  case value(SQLExpression)
  /// A value that is known now, because the predicate captured it.
  case captured(Any)

  /// A condition.
  static func condition(_ sql: String, isStrict: Bool = true) -> SQLTerm {
    .value(SQLExpression(sql: sql, kind: .boolean, isStrict: isStrict))
  }

  /// The key and the table of a row or of the row that is referred to; nil for anything else.
  var row: (key: SQLExpression, table: EntityTable)? {
    switch self {
    case .entity(let entity): (entity.key, entity.table)
    case .reference(let reference): (reference.key, reference.table)
    case .composite, .list, .value, .captured: nil
    }
  }

  /// The same condition, which can be true for the candidates only.
  func with(_ candidates: FullTextCandidates?) -> SQLTerm {
    guard case .value(var expression) = self else { return self }
    expression.candidates = candidates
    return .value(expression)
  }

  /// Whether it is a captured `false`.
  var isFalse: Bool {
    guard case .captured(let value) = self else { return false }
    return value as? Bool == false
  }
}

/// A row of an entity that a predicate looks at: its table's alias.
struct SQLEntity {
  let alias: String
  let table: EntityTable

  /// The primary key of the row.
  var key: SQLExpression {
    SQLExpression(sql: "\(alias).\(EntityTable.keyColumn)", kind: .identifier(table.identity))
  }
}

/// The row of an entity that a key leads to; the key is NULL if there is none.
struct SQLReference {
  let key: SQLExpression
  let table: EntityTable
  /// Whether it was unwrapped by force: whatever is asked about it fails if there is no row.
  var isUnwrapped = false
}

/// Rows of an entity: the FROM and WHERE of a subquery.
struct SQLList {
  let element: SQLEntity
  let source: String
  var condition: String
  /// What is NULL if there is no list, so that whatever is asked about it fails; nil if there always is one.
  var owner: String?

  /// How many rows there are.
  var count: String { guarded(select("count(*)")) }

  /// Whether there is a row, or one for which a test is true.
  func exists(where test: String? = nil) -> String { guarded("EXISTS \(select("1", where: test))") }

  /// A subquery that answers with the given columns for each row.
  private func select(_ columns: String, where test: String? = nil) -> String {
    let tests = [condition, test].compactMap(\.self).joined(separator: " AND ")
    return "(SELECT \(columns) FROM \(source) WHERE \(tests))"
  }

  private func guarded(_ sql: String) -> String { owner.map { "(CASE WHEN \($0) IS NOT NULL THEN \(sql) END)" } ?? sql }
}

/// A piece of SQL that has a value.
struct SQLExpression {
  let sql: String
  let kind: SQLKind
  /// Whether the value is NULL as soon as a column in it is.
  private(set) var isStrict = true
  /// Whether the value may be the text 'NaN', which stands for what SQLite has no number for.
  private(set) var mayBeNaN = false
  /// The column whose value it is wherever it isn't NULL, if it is more than that column: an index may serve it.
  private(set) var column: String?
  /// The full-text index over the value, if it is a column with one.
  private(set) var fullText: FullTextColumn?
  /// The rows for which it can be true, if it is a condition that a full-text index narrows.
  fileprivate(set) var candidates: FullTextCandidates?

  /// The kind of a choice between two expressions.
  ///
  /// - Throws: `Unsupported` if they are of different kinds.
  func commonKind(_ other: SQLExpression) throws -> SQLKind {
    if sql == "NULL" { return other.kind }
    if other.sql == "NULL" { return kind }
    guard kind == other.kind else {
      throw PredicateTranslator.Unsupported(node: "a choice between \(kind) and \(other.kind)")
    }
    return kind
  }
}
