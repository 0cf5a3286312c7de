import Foundation

/// Translates a predicate's tree into an SQL condition with bound parameters.
///
/// ```swift
/// #Predicate<Item> { !$0.isDone && $0.list?.name == "Work" }
/// ```
/// ```sql
/// ((NOT t0."isDone") AND ((SELECT t1."name" FROM "List" AS t1 WHERE t1.id = t0."list") IS ?1))
/// ```
///
/// Each `PredicateNode` translates itself. What SQL can't express throws `Unsupported`, and is evaluated in memory on
/// the rows that the rest leaves.
///
/// A part that fails, by force-unwrapping nil or an overflow, is NULL (unknown); if the whole is unknown, the row
/// doesn't match.
struct PredicateTranslator {
  /// Thrown for a node that SQL can't express.
  struct Unsupported: Error {
    let node: String
  }

  /// The alias of the fetched entity's table.
  static let rootAlias = "t0"

  let tables: (any PersistentModel.Type) -> EntityTable?
  /// The entities with unsaved changes, whose rows in the store are stale.
  let pending: Set<EntityIdentity>
  /// How full-text indexes may narrow the rows.
  let fullTextUse: FullTextUse

  /// The texts looked up in full-text indexes.
  private var lookUps: [FullTextCandidates] = []
  private var searchesTexts = false
  private let table: EntityTable
  /// Parameter `?n` is at `n - 1`.
  private var arguments: [SQLiteValue]
  private var variables: [PredicateExpressions.VariableID: SQLTerm] = [:]
  private var dependencies = QueryDependencies()
  private var aliasCount = 0
  /// How many translated nodes may fail.
  private var failureCount = 0
  /// Whether the condition may leave arguments unused.
  private var mayHaveUnusedArguments = false
  /// Whether values stand in the SQL itself.
  private let writesLiterals: Bool

  /// - Parameters:
  ///   - arguments: those of the same statement that come first.
  ///   - writesLiterals: whether values stand in the SQL itself instead of being bound.
  init(
    table: EntityTable, tables: @escaping (any PersistentModel.Type) -> EntityTable?, pending: Set<EntityIdentity>,
    fullTextUse: FullTextUse = .trigrams, after arguments: [SQLiteValue] = [], writesLiterals: Bool = false
  ) {
    self.writesLiterals = writesLiterals
    self.arguments = arguments
    self.table = table
    self.tables = tables
    self.pending = pending
    self.fullTextUse = fullTextUse
    dependencies.insert(nil, of: table.identity)
  }

  private var fetchedRow: SQLEntity { SQLEntity(alias: Self.rootAlias, table: table, path: []) }

  // MARK: - The whole

  /// A predicate as SQL.
  struct Translation {
    /// Nil if every row may match.
    let condition: SQLText?
    /// Whether it is the whole predicate, not a superset of its rows.
    let isExact: Bool
    /// The texts by which full-text indexes narrow the rows.
    let lookUps: [FullTextCandidates]
    /// Whether full-text indexes list all rows that may match.
    let isNarrowed: Bool
    /// Whether texts of rows are searched.
    let searchesTexts: Bool
    let dependencies: QueryDependencies

    /// The translation with another condition.
    func with(_ condition: SQLText?) -> Translation {
      Translation(
        condition: condition, isExact: isExact, lookUps: lookUps, isNarrowed: isNarrowed,
        searchesTexts: searchesTexts, dependencies: dependencies)
    }
  }

  /// Translates a predicate, or what SQL can express of it.
  mutating func translate<Model: PersistentModel>(_ predicate: Predicate<Model>) -> Translation {
    variables[predicate.variable.key] = .entity(fetchedRow)
    let superset = superset(of: predicate.expression)
    dropUnused(by: superset.sql)
    return Translation(
      condition: superset.sql.map { SQLText(sql: $0, arguments: arguments) }, isExact: superset.isExact,
      lookUps: lookUps, isNarrowed: superset.isNarrowed, searchesTexts: searchesTexts, dependencies: dependencies)
  }

  /// Translates an expression of the row; the parameters of several calls follow one another, see `boundArguments`.
  ///
  /// - Throws: `Unsupported` for what SQL can't express.
  mutating func value<Model: PersistentModel, Value>(of expression: Expression<Model, Value>) throws -> String {
    variables[expression.variable.key] = .entity(fetchedRow)
    return try self.expression(expression.expression).sql
  }

  /// Translates an expression of the row by which rows are sorted.
  ///
  /// - Throws: `Unsupported` for what SQL can't express, or does not order as Swift does.
  mutating func sorted<Model: PersistentModel, Value>(_ expression: Expression<Model, Value>) throws -> SortedSQL {
    variables[expression.variable.key] = .entity(fetchedRow)
    let value = try self.expression(expression.expression)
    guard value.kind.isOrdered else { throw Unsupported(node: "an order of \(Value.self)") }
    return SortedSQL(sql: value.sql, kind: value.kind, dependencies: dependencies)
  }

  /// The arguments that were bound so far.
  var boundArguments: [SQLiteValue] { arguments }

  /// A condition that is true wherever a node is true.
  struct Superset {
    /// Nil if always true.
    let sql: String?
    /// Whether it is true nowhere else.
    let isExact: Bool
    /// Whether it is true only for rows that full-text indexes list.
    var isNarrowed = false

    static let everything = Superset(sql: nil, isExact: false)
  }

  /// What SQL can express of a node; see `PredicateNode.superset(_:tellsFailures:)`.
  mutating func superset(of node: Any, tellsFailures: Bool = false) -> Superset {
    guard let node = node as? any PredicateNode else { return wholeOrNothing(node) }
    return node.superset(&self, tellsFailures: tellsFailures)
  }

  /// The whole node as SQL, or nothing.
  mutating func wholeOrNothing(_ node: Any) -> Superset {
    guard let whole = try? attempt({ try $0.narrowed($0.condition(node)) }) else { return .everything }
    return Superset(sql: whole.sql, isExact: true, isNarrowed: whole.isNarrowed)
  }

  /// Translates a part, and unbinds its arguments if SQL can't express it.
  mutating func attempt<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    let count = arguments.count
    do {
      return try body(&self)
    } catch {
      arguments.removeSubrange(count...)
      throw error
    }
  }

  // MARK: - Nodes

  /// The node in SQL.
  mutating func term(_ node: Any) throws -> SQLTerm {
    guard let node = node as? any PredicateNode else { return try constant(node) }
    return try node.term(&self)
  }

  mutating func expression(_ node: Any) throws -> SQLExpression { try expression(term(node), node) }

  /// The SQL of a term that is a value.
  mutating func expression(_ term: SQLTerm, _ node: Any) throws -> SQLExpression {
    switch term {
    case .value(let expression): return expression
    case .captured(let value): return try bind(captured: value)
    case .composite(let property, let entity) where property.isOptional:
      // A composite as a whole can only be tested for presence.
      note(property, of: entity.table)
      return SQLExpression(sql: "\(entity.alias).\(EntityTable.column(property))", kind: .opaque)
    case .entity, .composite, .reference, .list: throw Unsupported(node: "\(type(of: node))")
    }
  }

  /// The SQL of a condition: true, false or unknown.
  mutating func condition(_ node: Any) throws -> SQLExpression {
    let expression = try expression(node)
    guard expression.kind == .boolean else { throw Unsupported(node: "\(type(of: node))") }
    return expression
  }

  /// The value of a node that doesn't depend on the row, such as `names[3]` of a captured list.
  func constant(_ node: Any) throws -> SQLTerm {
    guard let value = PredicateConstant(node)?.value else { throw Unsupported(node: "\(type(of: node))") }
    return .captured(value)
  }

  // MARK: - Parameters

  /// Binds a value; numbered, so that SQL may be moved or repeated (https://www.sqlite.org/lang_expr.html#varparam).
  ///
  /// - Throws: `Unsupported` for more than SQLite allows (https://www.sqlite.org/limits.html#max_variable_number).
  mutating func bind(_ value: SQLiteValue) throws -> String {
    if value == .null { return "NULL" }
    if writesLiterals {
      guard let literal = value.literal else { throw Unsupported(node: "a value that SQL can't write exactly") }
      return literal
    }
    guard arguments.count < Self.largestCount else { throw Unsupported(node: "more values than SQLite binds") }
    arguments.append(value)
    return "?\(arguments.count)"
  }

  private static let largestCount = 30_000

  mutating func bind(captured value: Any) throws -> SQLExpression {
    let kind = SQLKind(type(of: value))
    let encoded = try SQLiteValue(captured: value)
    return SQLExpression(sql: try bind(encoded), kind: encoded == .null ? kind : try comparable(kind, value))
  }

  private func comparable(_ kind: SQLKind, _ value: Any) throws -> SQLKind {
    if case .identifier = kind { return .identifier((value as? PersistentIdentifier)?.resolved.entity) }
    guard kind != .opaque else { throw Unsupported(node: "\(type(of: value))") }
    return kind
  }

  /// Drops trailing arguments that the condition doesn't use, as SQLite rejects arguments without a parameter.
  private mutating func dropUnused(by sql: String?) {
    guard mayHaveUnusedArguments else { return }
    while !arguments.isEmpty, sql?.contains("?\(arguments.count)") != true { arguments.removeLast() }
  }

  // MARK: - Variables

  func term(of variable: PredicateExpressions.VariableID) throws -> SQLTerm {
    guard let term = variables[variable] else { throw Unsupported(node: "variable") }
    return term
  }

  /// Binds the variable of an inner predicate to its input.
  mutating func bind<Value>(_ variable: PredicateExpressions.Variable<Value>, to input: Any) throws {
    let count = arguments.count
    // All inputs are evaluated first, whether the inner predicate uses them or not.
    variables[variable.key] = try requiringSuccess { try $0.term(input) }
    if arguments.count > count { mayHaveUnusedArguments = true }
  }

  /// Translates with a variable bound to a term.
  mutating func with<Result>(
    _ variable: PredicateExpressions.VariableID, as term: SQLTerm, _ body: (inout Self) throws -> Result
  ) rethrows -> Result {
    let outer = variables.updateValue(term, forKey: variable)
    defer { variables[variable] = outer }
    return try body(&self)
  }

  /// Notes that the node may fail, and is then NULL.
  mutating func noteFailure() { failureCount += 1 }

  /// Translates a part, and returns whether it may fail.
  mutating func judging<Result>(
    _ body: (inout Self) throws -> Result
  ) rethrows -> (part: Result, mayFail: Bool) {
    let count = failureCount
    let part = try body(&self)
    return (part, failureCount > count)
  }

  /// Translates a part where failure would look like nil or a row that doesn't match.
  ///
  /// - Throws: `Unsupported` if it may fail.
  mutating func requiringSuccess<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    let (part, mayFail) = try judging(body)
    guard !mayFail else { throw Unsupported(node: "a part that may fail") }
    return part
  }

  /// Notes that the condition depends on a property.
  mutating func note(_ property: ModelProperty?, of table: EntityTable) {
    dependencies.insert(property, of: table.identity)
  }

  /// Notes that the condition reads the rows at the other end of a relationship.
  ///
  /// - Returns: the relationships from the fetched row to these rows; nil if they are not known.
  mutating func note(_ relation: Relation, of entity: SQLEntity) -> [Relation]? {
    let path = entity.path.map { $0 + [relation] }
    dependencies.insert(path)
    return path
  }

  /// A new alias for another row that the condition reads.
  mutating func nextAlias(for table: EntityTable) -> String {
    dependencies.insertOther(table.identity)
    aliasCount += 1
    return "t\(aliasCount)"
  }
}

// MARK: - Full-text indexes

extension PredicateTranslator {
  /// The rows whose column may contain a captured text, by the rules of an SQL function; nil if no index can tell.
  mutating func candidates(
    _ function: String, _ text: SQLExpression, containing part: SQLTerm
  ) -> FullTextCandidates? {
    searchesTexts = true
    guard fullTextUse != .nothing, let column = text.fullText, case .captured(let value) = part,
      let part = CapturedText.text(of: value)
    else { return nil }
    if let query = FullTextQuery(part, searchedBy: function) {
      return FullTextCandidates(column: column, mark: .trigrams(query), text: part)
    }
    // Only for a search that ignores case does the index find about the same rows; otherwise a text may be rare
    // although its folded letters are not.
    guard fullTextUse == .everything, function == LocalizedSearch.functionName else { return nil }
    return FullTextQuery.beginning(of: part).map {
      FullTextCandidates(column: column, mark: .beginning($0), text: part)
    }
  }

  /// Adds the index's candidates to a condition; it is true for the same rows.
  ///
  /// Only for conditions of which just being true matters: behind `!`, for example, false and unknown would differ.
  ///
  /// - Returns: the SQL, and whether the candidates are among the fetched rows.
  fileprivate mutating func narrowed(_ condition: SQLExpression) throws -> (sql: String, isNarrowed: Bool) {
    guard let candidates = condition.candidates else { return (condition.sql, false) }
    let (keys, key) = (try keys(of: candidates), candidates.column.key)
    return ("(\(condition.sql) AND \(key) IN (\(keys)))", key == "\(Self.rootAlias).\(EntityTable.keyColumn)")
  }

  private mutating func keys(of candidates: FullTextCandidates) throws -> String {
    lookUps.append(candidates)
    let index = candidates.column.index
    switch candidates.mark {
    case .trigrams(let query): return index.candidates(matching: try bind(.text(query.expression)))
    case .beginning(let text): return index.candidates(beginning: try bind(.text(text)))
    }
  }
}

extension SQLiteValue {
  /// A captured value, as its column would store it.
  init(captured value: Any) throws {
    switch value {
    case let text as String: self = .text(text)
    case let integer as Int: self = .integer(Int64(integer))
    case let identifier as PersistentIdentifier: self = .integer(identifier.resolved.key)
    case let value as any ColumnValue: self = try Self.encoded(value)
    case let value as any RawRepresentable: try self.init(captured: value.rawValue)
    case let value as any OptionalType where value.wrappedValue == nil: self = .null
    default: throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
  }

  // No column holds what a column refuses, such as NaN; only memory can compare it.
  private static func encoded(_ value: any ColumnValue) throws -> SQLiteValue {
    if let url = value as? URL, url.baseURL != nil { throw PredicateTranslator.Unsupported(node: "a relative URL") }
    guard let encoded = try? value.sqliteValue() else {
      throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
    return encoded
  }
}
