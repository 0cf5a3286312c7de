import Foundation

/// Turns the tree of a predicate into an SQL condition with bound parameters.
///
/// Each kind of node says in its own extension how it becomes SQL. What has no such extension, or can't be said, throws
/// `Unsupported`, and the caller evaluates the predicate in memory instead.
struct PredicateTranslator {
  /// Thrown for a node that SQL can't say.
  struct Unsupported: Error {
    let node: String
  }

  /// The alias of the fetched entity's table.
  static let rootAlias = "t0"

  private static let largestCount = 30_000

  private let properties: ModelProperties
  private var arguments: [SQLiteValue] = []
  private var needsOrder = false
  private var variables: [PredicateExpressions.VariableID: SQLTerm] = [:]
  /// The names of the properties that the condition looks at.
  private(set) var usedProperties: Set<String> = []

  init(properties: ModelProperties) {
    self.properties = properties
  }

  /// Translates a whole predicate over the fetched entity.
  mutating func translate<Model>(_ predicate: Predicate<Model>) throws -> SQLText {
    variables[predicate.variable.key] = .entity(Self.rootAlias)
    let sql = try sql(predicate.expression)
    return SQLText(sql: sql, arguments: arguments)
  }

  /// The SQL of a node that is a value.
  mutating func sql(_ node: Any) throws -> String {
    guard case .value(let sql) = try term(node) else { throw Unsupported(node: "\(type(of: node))") }
    return sql
  }

  mutating func term(_ node: Any) throws -> SQLTerm {
    guard let translatable = node as? any SQLTranslatable else { throw Unsupported(node: "\(type(of: node))") }
    return try translatable.term(&self)
  }

  /// Binds a value.
  ///
  /// Parameters are numbered, so a piece of SQL may be moved or repeated:
  /// https://www.sqlite.org/lang_expr.html#varparam
  ///
  /// - Throws: `Unsupported` for more values than SQLite takes: https://www.sqlite.org/limits.html#max_variable_number
  mutating func bind(_ value: SQLiteValue) throws -> String {
    if value == .null { return "NULL" }
    guard arguments.count < Self.largestCount else { throw Unsupported(node: "more values than SQLite binds") }
    arguments.append(value)
    return "?\(arguments.count)"
  }

  /// What a variable stands for.
  func term(of variable: PredicateExpressions.VariableID) throws -> SQLTerm {
    guard let term = variables[variable] else { throw Unsupported(node: "variable") }
    return term
  }

  /// Translates with a variable bound to a term.
  mutating func with<Result>(
    _ variable: PredicateExpressions.VariableID, as term: SQLTerm, _ body: (inout Self) throws -> Result
  ) rethrows -> Result {
    let outer = variables.updateValue(term, forKey: variable)
    defer { variables[variable] = outer }
    return try body(&self)
  }

  /// Translates a part in which columns are compared or calculated with, so that their order in SQL must be that of the
  /// values.
  mutating func ordering<Result>(_ body: (inout Self) throws -> Result) rethrows -> Result {
    let outer = needsOrder
    needsOrder = true
    defer { needsOrder = outer }
    return try body(&self)
  }

  /// The column that a key path of the fetched entity names.
  mutating func column(_ keyPath: AnyKeyPath, of alias: String) throws -> SQLTerm {
    if properties.isIdentifier(keyPath) { return .value("\(alias).\(EntityTable.keyColumn)") }
    guard let property = properties.property(for: keyPath), property.isStored else {
      throw Unsupported(node: "\(keyPath)")
    }
    if property.isComposite { return .composite(property, alias) }
    guard property.holdsValue else { throw Unsupported(node: "the value of \(property.name)") }
    guard property.ordersLikeSQL || !needsOrder else { throw Unsupported(node: "the order of \(property.name)") }
    usedProperties.insert(property.name)
    return .value("\(alias).\(EntityTable.column(property))")
  }

  /// The column of a member of a composite property.
  mutating func column(
    ofMember keyPath: AnyKeyPath, of property: ModelProperty, _ alias: String
  ) throws -> SQLTerm {
    guard let column = property.column(ofMember: keyPath), column.ordersLikeSQL || !needsOrder else {
      throw Unsupported(node: "\(keyPath) of \(property.name)")
    }
    usedProperties.insert(property.name)
    return .value("\(alias).\(EntityTable.column(column))")
  }
}

/// What a node of a predicate means in SQL.
enum SQLTerm {
  /// A row of a table, by its alias.
  case entity(String)
  /// A property of a table's row, by its alias, whose members are columns of their own.
  case composite(ModelProperty, String)
  /// An expression with a value.
  case value(String)
}

/// A predicate node that can say itself in SQL.
protocol SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm
}
