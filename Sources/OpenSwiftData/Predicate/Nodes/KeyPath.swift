import Foundation

/// The input of the predicate, or of a closure in it.
extension PredicateExpressions.Variable: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.term(of: key) }
}

extension PredicateExpressions.Variable: RowNode {
  func describe(in shape: inout PredicateShape) { shape.mark(key) }
}

/// A property of a row, of a related row, of a list or of a value.
extension PredicateExpressions.KeyPath: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    switch try translator.term(root) {
    case .entity(let entity): return try translator.member(keyPath, of: entity)
    case .composite(let property, let entity): return try translator.column(ofMember: keyPath, of: property, entity)
    case .reference(let reference): return try translator.member(keyPath, of: reference)
    case .list(let list): return try translator.member(keyPath, of: list, Root.Output.self)
    case .value(let expression): return try translator.member(keyPath, of: expression, Root.Output.self)
    case .captured(let value):
      guard let value = value as? Root.Output else { throw PredicateTranslator.Unsupported(node: "\(keyPath)") }
      return .captured(value[keyPath: keyPath as Swift.KeyPath<Root.Output, Output>])
    }
  }

  var inMemory: MemoryExpression<Output> {
    MemoryExpression(PredicateExpressions.KeyPath<_, Output>(root: root.memory, keyPath: keyPath))
  }

  func property<Model: PersistentModel>(of _: Model.Type) -> PartialKeyPath<Model>? {
    guard root is PredicateExpressions.Variable<Model>, let keyPath = (keyPath as AnyKeyPath) as? PartialKeyPath<Model>,
      let property = Model._$properties.property(for: keyPath), property.destination == nil
    else { return nil }
    return keyPath
  }
}

extension PredicateExpressions.KeyPath: ShapedNode, RowNode where Root: RowNode {
  func describe(in shape: inout PredicateShape) {
    shape.mark(keyPath)
    root.describe(in: &shape)
  }
}

// MARK: - Of a row

extension PredicateTranslator {
  /// The column, key or relationship of a row.
  fileprivate mutating func member(_ keyPath: AnyKeyPath, of entity: SQLEntity) throws -> SQLTerm {
    switch entity.table.properties.meaning(of: keyPath) {
    case .identifier:
      return .value(entity.key)
    case .property(let property as RelationshipProperty):
      return try related(property, of: entity)
    case .property(let property) where property.isComposite:
      return .composite(property, entity)
    case .property(let property) where property.isStored:
      note(property, of: entity.table)
      return .value(column(property.columns[0], property.sqlKind, of: entity))
    default:
      throw Unsupported(node: "\(keyPath)")
    }
  }

  /// The column of a composite property's member.
  fileprivate mutating func column(
    ofMember keyPath: AnyKeyPath, of property: ModelProperty, _ entity: SQLEntity
  ) throws -> SQLTerm {
    guard let column = property.column(ofMember: keyPath) else { throw Unsupported(node: "\(keyPath)") }
    note(property, of: entity.table)
    return .value(self.column(column, column.kind, of: entity))
  }

  private func column(_ column: ModelColumn, _ kind: SQLKind, of entity: SQLEntity) -> SQLExpression {
    SQLExpression(
      sql: "\(entity.alias).\(EntityTable.column(column))", kind: kind,
      fullText: FullTextColumn(column, of: entity.table, key: entity.key.sql))
  }

  // MARK: - Along a relationship

  /// The row or rows at the other end of a relationship.
  ///
  /// - Throws: `Unsupported` if unsaved changes to those rows are pending, which only memory knows.
  private mutating func related(_ property: RelationshipProperty, of entity: SQLEntity) throws -> SQLTerm {
    let relation = entity.table.relations[property.ordinal]
    guard let target = tables(relation.property.target), !pending.contains(target.identity) else {
      throw Unsupported(node: "\(entity.table.properties.entityName).\(property.name)")
    }
    note(property, of: entity.table)
    note(relation.inverse, of: target)
    let path = note(relation, of: entity)
    switch relation.storage {
    case .foreignKey:
      let column = "\(entity.alias).\(EntityTable.column(property))"
      let key = relation.mayDangle ? existing(column, target) : column
      let kind = SQLKind.identifier(target.identity)
      let expression = SQLExpression(sql: key, kind: kind, column: relation.mayDangle ? column : nil)
      return .reference(SQLReference(key: expression, table: target, path: path))
    case .inverseForeignKey:
      guard let inverse = relation.inverse else { throw Unsupported(node: property.name) }
      return .list(list(of: target, whose: EntityTable.column(inverse), is: entity.key, path))
    case .joinTable(let join):
      return .list(list(of: target, through: join, from: entity.key, path))
    }
  }

  /// A key if a row has it, else NULL.
  private mutating func existing(_ key: String, _ target: EntityTable) -> String {
    let row = SQLEntity(alias: nextAlias(for: target), table: target)
    return "(SELECT \(row.key.sql) FROM \(target.name) AS \(row.alias) WHERE \(row.key.sql) = \(key))"
  }

  private mutating func list(
    of target: EntityTable, whose column: String, is key: SQLExpression, _ path: [Relation]?
  ) -> SQLList {
    let element = SQLEntity(alias: nextAlias(for: target), table: target, path: path)
    return SQLList(
      element: element, source: "\(target.name) AS \(element.alias)",
      condition: "\(element.alias).\(column) = \(key.sql)")
  }

  private mutating func list(
    of target: EntityTable, through join: JoinTable, from key: SQLExpression, _ path: [Relation]?
  ) -> SQLList {
    let (pair, alias) = (nextAlias(for: target), nextAlias(for: target))
    let element = SQLEntity(alias: alias, table: target, path: path)
    let source =
      "\(SQL.quoted(join.name)) AS \(pair) JOIN \(target.name) AS \(element.alias) "
      + "ON \(element.key.sql) = \(pair).\(join.targetColumn)"
    return SQLList(element: element, source: source, condition: "\(pair).\(join.ownerColumn) = \(key.sql)")
  }

  /// A member of a referenced row: a subquery by primary key, NULL without a row.
  fileprivate mutating func member(_ keyPath: AnyKeyPath, of reference: SQLReference) throws -> SQLTerm {
    if case .identifier = reference.table.properties.meaning(of: keyPath) { return .value(reference.key) }
    let entity = SQLEntity(alias: nextAlias(for: reference.table), table: reference.table, path: reference.path)
    switch try member(keyPath, of: entity) {
    case .value(let value):
      return .value(read(value, of: entity, reference.key))
    case .reference(let next):
      return .reference(
        SQLReference(
          key: read(next.key, of: entity, reference.key), table: next.table, path: next.path,
          isUnwrapped: reference.isUnwrapped))
    case .list(let list):
      let key = "\(entity.alias).\(EntityTable.keyColumn)"
      let condition = list.condition.replacing(key, with: reference.key.sql)
      let owner = reference.isUnwrapped ? reference.key.sql : nil
      return .list(SQLList(element: list.element, source: list.source, condition: condition, owner: owner))
    case .entity, .composite, .captured:
      throw Unsupported(node: "\(keyPath)")
    }
  }

  private func read(_ value: SQLExpression, of entity: SQLEntity, _ key: SQLExpression) -> SQLExpression {
    let sql =
      "(SELECT \(value.sql) FROM \(entity.table.name) AS \(entity.alias) "
      + "WHERE \(entity.alias).\(EntityTable.keyColumn) = \(key.sql))"
    return SQLExpression(
      sql: sql, kind: value.kind, isStrict: value.isStrict, mayBeNaN: value.mayBeNaN,
      fullText: value.fullText?.found(by: key.sql))
  }

  /// `count` and `isEmpty` of related rows.
  fileprivate func member(_ keyPath: AnyKeyPath, of list: SQLList, _ type: Any.Type) throws -> SQLTerm {
    guard let type = type as? any ListType.Type else { throw Unsupported(node: "\(keyPath)") }
    if keyPath == type.countKeyPath {
      return .value(SQLExpression(sql: list.count, kind: .number(.int64), isStrict: false))
    }
    guard keyPath == type.isEmptyKeyPath else { throw Unsupported(node: "\(keyPath)") }
    return .condition("(NOT \(list.exists()))", isStrict: false)
  }

  // MARK: - Of a value

  /// A property of a value, such as a text's count.
  fileprivate func member(_ keyPath: AnyKeyPath, of value: SQLExpression, _ type: Any.Type) throws -> SQLTerm {
    if case .identifier = value.kind, keyPath == \PersistentIdentifier.primaryKey {
      return .value(SQLExpression(sql: value.sql, kind: .number(.int64), isStrict: value.isStrict))
    }
    if let member = ValueMember.all[keyPath], member.of == value.kind {
      return .value(SQLExpression(sql: member.sql(value.sql), kind: member.kind, isStrict: value.isStrict))
    }
    if let raw = type as? any RawRepresentable.Type, RawValueKeyPaths.isRawValue(keyPath, of: raw) {
      return .value(value)
    }
    throw Unsupported(node: "\(keyPath)")
  }
}

/// An array, type-erased.
private protocol ListType {
  static var countKeyPath: AnyKeyPath { get }
  static var isEmptyKeyPath: AnyKeyPath { get }
}

extension Array: ListType {
  fileprivate static var countKeyPath: AnyKeyPath { \[Element].count }
  fileprivate static var isEmptyKeyPath: AnyKeyPath { \[Element].isEmpty }
}

/// A property of a standard type that SQL can compute.
private struct ValueMember {
  let of: SQLKind
  let kind: SQLKind
  let sql: (String) -> String

  // Sound as `nonisolated(unsafe)`: a constant; keys are literals without captures, and the closures capture nothing.
  nonisolated(unsafe) static let all: [AnyKeyPath: ValueMember] = [
    \String.count: ValueMember(of: .text, kind: .number(.int64)) { "string_count(\($0))" },
    \String.isEmpty: ValueMember(of: .text, kind: .boolean) { "(\($0) = '')" },
    \Data.count: ValueMember(of: .blob, kind: .number(.int64)) { "length(\($0))" },
    \Data.isEmpty: ValueMember(of: .blob, kind: .boolean) { "(length(\($0)) = 0)" },
    \Date.timeIntervalSinceReferenceDate: ValueMember(of: .date, kind: .number(.double)) { $0 },
    \Date.timeIntervalSince1970: ValueMember(of: .date, kind: .number(.double)) {
      "(\($0) + \(Date.timeIntervalBetween1970AndReferenceDate))"
    },
    \UUID.uuidString: ValueMember(of: .token, kind: .text) { $0 },
    // A relative URL is stored as two texts with a space between.
    \URL.absoluteString: ValueMember(of: .token, kind: .text) {
      "(CASE WHEN instr(\($0), ' ') THEN url_absolute_string(\($0)) ELSE \($0) END)"
    },
  ]
}
