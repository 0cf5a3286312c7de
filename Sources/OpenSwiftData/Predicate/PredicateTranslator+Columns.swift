import Foundation

extension PredicateTranslator {
  /// What a key path of an entity's row names.
  mutating func member(_ keyPath: AnyKeyPath, of entity: SQLEntity) throws -> SQLTerm {
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

  /// The column of a member of a composite property.
  mutating func column(
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

  /// What a key path names of the row that a key leads to: a subquery by primary key, NULL if there is no row.
  mutating func member(_ keyPath: AnyKeyPath, of reference: SQLReference) throws -> SQLTerm {
    if case .identifier = reference.table.properties.meaning(of: keyPath) { return .value(reference.key) }
    let entity = SQLEntity(alias: nextAlias(for: reference.table), table: reference.table)
    switch try member(keyPath, of: entity) {
    case .value(let value):
      return .value(read(value, of: entity, reference.key))
    case .reference(let next):
      return .reference(
        SQLReference(
          key: read(next.key, of: entity, reference.key), table: next.table, isUnwrapped: reference.isUnwrapped))
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
}
