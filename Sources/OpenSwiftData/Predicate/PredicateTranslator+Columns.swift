import Foundation

extension PredicateTranslator {
  /// The column that a key path of an entity names.
  mutating func column(_ keyPath: AnyKeyPath, of entity: SQLEntity) throws -> SQLTerm {
    switch entity.properties.meaning(of: keyPath) {
    case .identifier:
      return .value(
        SQLExpression(
          sql: "\(entity.alias).\(EntityTable.keyColumn)", kind: .identifier(entity.identity)))
    case .property(let property) where property.isComposite:
      return .composite(property, entity)
    case .property(let property) where property.isStored:
      note(property)
      return .value(
        SQLExpression(sql: "\(entity.alias).\(EntityTable.column(property))", kind: property.sqlKind))
    default:
      throw Unsupported(node: "\(keyPath)")
    }
  }

  /// The column of a member of a composite property.
  mutating func column(
    ofMember keyPath: AnyKeyPath, of property: ModelProperty, _ entity: SQLEntity
  ) throws -> SQLTerm {
    guard let column = property.column(ofMember: keyPath) else { throw Unsupported(node: "\(keyPath)") }
    note(property)
    return .value(SQLExpression(sql: "\(entity.alias).\(EntityTable.column(column))", kind: column.kind))
  }
}
