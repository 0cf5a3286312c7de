import Foundation

/// `value as? Type`
extension PredicateExpressions.ConditionalCast: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(input)
    if case .captured(let value) = term { return .captured((value as? Desired) as Any) }
    return try translator.cast(term, from: Input.Output.self, to: Desired.self)
  }

  var inMemory: MemoryExpression<Desired?> {
    MemoryExpression(PredicateExpressions.ConditionalCast<_, Desired>(input.memory))
  }
}

/// `value as! Type`
extension PredicateExpressions.ForceCast: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.term(input)
    guard case .captured(let value) = term else {
      return try translator.cast(term, from: Input.Output.self, to: Desired.self)
    }
    guard let cast = value as? Desired else { throw PredicateTranslator.Unsupported(node: "as! \(Desired.self)") }
    return .captured(cast)
  }

  var inMemory: MemoryExpression<Desired> {
    MemoryExpression(PredicateExpressions.ForceCast<_, Desired>(input.memory))
  }
}

/// `value is Type`
extension PredicateExpressions.TypeCheck: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let term = try translator.requiringSuccess { try $0.term(input) }
    if case .captured(let value) = term { return .captured(value is Desired) }
    if let check = try translator.isRow(term, of: Desired.self) { return check }
    guard case .value(let expression) = try translator.unchanged(term, Input.Output.self, Desired.self) else {
      return .captured(true)
    }
    let isOptional = Input.Output.self is any OptionalType.Type && !(Desired.self is any OptionalType.Type)
    return isOptional ? .condition("(\(expression.sql) IS NOT NULL)", isStrict: false) : .captured(true)
  }

  var inMemory: MemoryExpression<Bool> { MemoryExpression(PredicateExpressions.TypeCheck<_, Desired>(input.memory)) }
}

extension PredicateTranslator {
  /// Casts to a class of the row's hierarchy, or to or from an optional of the same type.
  fileprivate mutating func cast(_ term: SQLTerm, from type: Any.Type, to desired: Any.Type) throws -> SQLTerm {
    try row(term, as: desired) ?? unchanged(term, type, desired)
  }

  /// A cast that changes at most whether the type is optional.
  fileprivate func unchanged(_ term: SQLTerm, _ type: Any.Type, _ desired: Any.Type) throws -> SQLTerm {
    guard unwrappedType(type) == unwrappedType(desired) else { throw Unsupported(node: "\(type) as \(desired)") }
    return term
  }

  /// A row as a class of its hierarchy, its key NULL if it is of another class; nil if the type isn't in the hierarchy.
  private mutating func row(_ term: SQLTerm, as desired: Any.Type) throws -> SQLTerm? {
    guard let target = modelTable(desired), let row = term.row, row.table.identity == target.identity else {
      return nil
    }
    if row.table.isKind(of: target) { return term }
    let isOfClass = try classCheck(term, target)
    return .reference(
      SQLReference(
        key: SQLExpression(sql: "(CASE WHEN \(isOfClass) THEN \(row.key.sql) END)", kind: row.key.kind), table: target))
  }

  /// Whether a row is of a class of its hierarchy, as SQL that is never NULL; nil if the type isn't in the hierarchy.
  fileprivate mutating func isRow(_ term: SQLTerm, of desired: Any.Type) throws -> SQLTerm? {
    // Nothing is an optional of any class.
    guard !(desired is any OptionalType.Type), let target = modelTable(desired), let row = term.row,
      row.table.identity == target.identity
    else { return nil }
    if row.table.isKind(of: target) { return .condition("(\(row.key.sql) IS NOT NULL)", isStrict: false) }
    return .condition(try classCheck(term, target), isStrict: false)
  }

  private mutating func classCheck(_ term: SQLTerm, _ target: EntityTable) throws -> String {
    let classes = [target.properties] + target.subtables.map(\.properties)
    switch term {
    case .entity(let entity): return "(\(EntityTable.classCondition(classes, of: entity.alias)))"
    case .reference(let reference):
      let alias = nextAlias(for: target)
      return "EXISTS (SELECT 1 FROM \(target.name) AS \(alias) WHERE \(alias).\(EntityTable.keyColumn) = "
        + "\(reference.key.sql) AND \(EntityTable.classCondition(classes, of: alias)))"
    default: throw Unsupported(node: "is \(target.properties.entityName)")
    }
  }

  private func modelTable(_ type: Any.Type) -> EntityTable? {
    (unwrappedType(type) as? any PersistentModel.Type).flatMap(tables)
  }
}

extension EntityTable {
  /// Whether it is the same class as another or a subclass of it.
  fileprivate func isKind(of other: EntityTable) -> Bool {
    self === other || other.subtables.contains { $0.properties === properties }
  }
}
