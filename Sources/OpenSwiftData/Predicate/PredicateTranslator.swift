import Foundation

/// Turns the tree of a predicate into an SQL condition with bound parameters.
///
/// Each kind of node says in its own extension how it becomes SQL. What has no such extension, or can't be said, throws
/// `Unsupported`, and that part of the predicate is evaluated in memory instead.
///
/// A part whose evaluation fails, because nil is unwrapped by force or a number overflows, is NULL, that is unknown; a
/// row for which the whole is unknown does not match.
struct PredicateTranslator {
  /// Thrown for a node that SQL can't say.
  struct Unsupported: Error {
    let node: String
  }

  /// The alias of the fetched entity's table.
  static let rootAlias = "t0"

  let table: EntityTable
  /// The tables of the store.
  let tables: (any PersistentModel.Type) -> EntityTable?
  /// The entities of which there are unsaved changes, so that SQL does not know the rows as they are.
  let pending: Set<EntityIdentity>
  private(set) var arguments: [SQLiteValue] = []
  private var variables: [PredicateExpressions.VariableID: SQLTerm] = [:]
  /// The properties that the condition looks at.
  private(set) var dependencies = QueryDependencies()
  private var aliasCount = 0
  /// Whether something was bound that the condition may not mention.
  var mayBindInVain = false
  /// How many nodes were met whose evaluation may fail.
  private var failureCount = 0
  /// How full-text indexes may narrow the rows.
  var fullTextUse = FullTextUse.trigrams
  /// The texts that are looked up in one.
  var lookUps: [FullTextCandidates] = []
  /// Whether texts of rows are searched.
  var searchesTexts = false

  init(
    table: EntityTable, tables: @escaping (any PersistentModel.Type) -> EntityTable?, pending: Set<EntityIdentity>
  ) {
    self.table = table
    self.tables = tables
    self.pending = pending
    dependencies.insert(nil, of: table.identity)
  }

  /// Translates a part, and takes back what it bound if it can't be said.
  mutating func attempt<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    let count = arguments.count
    do {
      return try body(&self)
    } catch {
      arguments.removeSubrange(count...)
      throw error
    }
  }

  mutating func term(_ node: Any) throws -> SQLTerm {
    guard let translatable = node as? any SQLTranslatable else { return try constant(node) }
    return try translatable.term(&self)
  }

  /// The SQL of a node that is a value.
  mutating func expression(_ node: Any) throws -> SQLExpression { try expression(term(node), node) }

  mutating func expression(_ term: SQLTerm, _ node: Any) throws -> SQLExpression {
    switch term {
    case .value(let expression): return expression
    case .captured(let value): return try bind(captured: value)
    case .composite(let property, let entity) where property.isOptional:
      // As a whole it can only be asked whether it is there.
      note(property, of: entity.table)
      return SQLExpression(sql: "\(entity.alias).\(EntityTable.column(property))", kind: .opaque)
    case .entity, .composite, .reference, .list: throw Unsupported(node: "\(type(of: node))")
    }
  }

  /// The SQL of a node that is true, false or unknown.
  mutating func condition(_ node: Any) throws -> SQLExpression {
    let expression = try expression(node)
    guard expression.kind == .boolean else { throw Unsupported(node: "\(type(of: node))") }
    return expression
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

  /// Leaves out the last values if a condition does not mention them: SQLite refuses them.
  mutating func dropUnused(by sql: String?) {
    guard mayBindInVain else { return }
    while !arguments.isEmpty, sql?.contains("?\(arguments.count)") != true { arguments.removeLast() }
  }

  private static let largestCount = 30_000

  /// What a variable stands for.
  func term(of variable: PredicateExpressions.VariableID) throws -> SQLTerm {
    guard let term = variables[variable] else { throw Unsupported(node: "variable") }
    return term
  }

  mutating func set(_ variable: PredicateExpressions.VariableID, to term: SQLTerm?) { variables[variable] = term }

  /// Lets the variable of a predicate inside the predicate stand for what it is asked about.
  mutating func bind<Value>(_ variable: PredicateExpressions.Variable<Value>, to input: Any) throws {
    let count = arguments.count
    // All inputs are evaluated first, whether the inner predicate looks at them or not.
    variables[variable.key] = try requiringSuccess { try $0.term(input) }
    if arguments.count > count { mayBindInVain = true }
  }

  /// Translates with a variable bound to a term.
  mutating func with<Result>(
    _ variable: PredicateExpressions.VariableID, as term: SQLTerm, _ body: (inout Self) throws -> Result
  ) rethrows -> Result {
    let outer = variables.updateValue(term, forKey: variable)
    defer { variables[variable] = outer }
    return try body(&self)
  }

  /// Says that the evaluation of a node may fail, so that it is NULL.
  mutating func noteFailure() { failureCount += 1 }

  /// Translates a part, and tells whether its evaluation may fail.
  mutating func judging<Result>(
    _ body: (inout Self) throws -> Result
  ) rethrows -> (part: Result, mayFail: Bool) {
    let count = failureCount
    let part = try body(&self)
    return (part, failureCount > count)
  }

  /// Translates a part that stands where a failure would look like nil, or like a row that does not match.
  ///
  /// - Throws: `Unsupported` if its evaluation may fail.
  mutating func requiringSuccess<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    let (part, mayFail) = try judging(body)
    guard !mayFail else { throw Unsupported(node: "a part that may fail") }
    return part
  }

  mutating func note(_ property: ModelProperty?, of table: EntityTable) {
    dependencies.insert(property, of: table.identity)
  }

  /// A name for another row that the condition looks at.
  mutating func nextAlias(for table: EntityTable) -> String {
    dependencies.insertOther(table.identity)
    aliasCount += 1
    return "t\(aliasCount)"
  }
}
