import Foundation

/// Classes that inherit from each other are told apart by a column of their table.
extension PredicateTranslator {
  /// A row as one of a class of its hierarchy; the key is NULL where it is of another class.
  ///
  /// - Returns: nil if the type is no class of the hierarchy.
  mutating func cast(_ term: SQLTerm, to desired: Any.Type) throws -> SQLTerm? {
    guard let target = modelTable(desired), let (key, table) = row(term), table.identity == target.identity else {
      return nil
    }
    if table === target || table.superclasses(include: target) { return term }
    let isOfClass = try classCheck(term, target)
    return .reference(
      SQLReference(
        key: SQLExpression(sql: "(CASE WHEN \(isOfClass) THEN \(key.sql) END)", kind: key.kind), table: target))
  }

  /// Whether a row is of a class of its hierarchy, as SQL that is never NULL; nil if the type is no such class.
  mutating func isRow(_ term: SQLTerm, of desired: Any.Type) throws -> SQLTerm? {
    // Nothing is an optional of any class.
    guard !(desired is any OptionalType.Type), let target = modelTable(desired), let (key, table) = row(term),
      table.identity == target.identity
    else { return nil }
    if table === target || table.superclasses(include: target) {
      return .condition("(\(key.sql) IS NOT NULL)", isStrict: false)
    }
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
    let type = (type as? any OptionalType.Type)?.wrappedType ?? type
    return (type as? any PersistentModel.Type).flatMap(tables)
  }

  private func row(_ term: SQLTerm) -> (SQLExpression, EntityTable)? {
    switch term {
    case .entity(let entity): (entity.key, entity.table)
    case .reference(let reference): (reference.key, reference.table)
    default: nil
    }
  }
}

extension EntityTable {
  /// Whether another class is one that this one inherits from.
  fileprivate func superclasses(include other: EntityTable) -> Bool {
    other.subtables.contains { $0.properties === properties }
  }
}
