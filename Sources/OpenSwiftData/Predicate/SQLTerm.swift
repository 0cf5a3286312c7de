/// What a node of a predicate means in SQL.
enum SQLTerm {
  /// A row of a table.
  case entity(SQLEntity)
  /// A property of a row whose members are columns of their own.
  case composite(ModelProperty, SQLEntity)
  /// An expression with a value.
  case value(SQLExpression)
  /// A value that is known now, because the predicate captured it.
  case captured(Any)

  /// A condition.
  static func condition(_ sql: String, isStrict: Bool = true) -> SQLTerm {
    .value(SQLExpression(sql: sql, kind: .boolean, isStrict: isStrict))
  }
}

/// A row of an entity that a predicate looks at: its table's alias.
struct SQLEntity {
  let alias: String
  let identity: EntityIdentity
  let properties: ModelProperties
}

/// A piece of SQL that has a value.
struct SQLExpression {
  let sql: String
  let kind: SQLKind
  /// Whether the value is NULL as soon as a column in it is.
  var isStrict = true
  /// Whether the value may be the text 'NaN', which stands for what SQLite has no number for.
  var mayBeNaN = false
}

/// A predicate node that can say itself in SQL.
protocol SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm
}
