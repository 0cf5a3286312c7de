import Foundation

extension PredicateTranslator {
  /// The row or the rows at the other end of a relationship.
  mutating func related(_ property: RelationshipProperty, of entity: SQLEntity) throws -> SQLTerm {
    let relation = entity.table.relations[property.ordinal]
    guard let target = tables(relation.property.target), !pending.contains(target.identity) else {
      throw Unsupported(node: "\(entity.table.properties.entityName).\(property.name)")
    }
    note(property, of: entity.table)
    note(relation.inverse, of: target)
    switch relation.storage {
    case .foreignKey:
      let column = "\(entity.alias).\(EntityTable.column(property))"
      let key = relation.mayDangle ? existing(column, target) : column
      let kind = SQLKind.identifier(target.identity)
      let expression = SQLExpression(sql: key, kind: kind, column: relation.mayDangle ? column : nil)
      return .reference(SQLReference(key: expression, table: target))
    case .inverseForeignKey:
      guard let inverse = relation.inverse else { throw Unsupported(node: property.name) }
      return .list(list(of: target, whose: EntityTable.column(inverse), is: entity.key))
    case .joinTable(let join):
      return .list(list(of: target, through: join, from: entity.key))
    }
  }

  /// A key as long as there is a row that has it, else NULL.
  private mutating func existing(_ key: String, _ target: EntityTable) -> String {
    let row = SQLEntity(alias: nextAlias(for: target), table: target)
    return "(SELECT \(row.key.sql) FROM \(target.name) AS \(row.alias) WHERE \(row.key.sql) = \(key))"
  }

  private mutating func list(of target: EntityTable, whose column: String, is key: SQLExpression) -> SQLList {
    let element = SQLEntity(alias: nextAlias(for: target), table: target)
    return SQLList(
      element: element, source: "\(target.name) AS \(element.alias)",
      condition: "\(element.alias).\(column) = \(key.sql)")
  }

  private mutating func list(of target: EntityTable, through join: JoinTable, from key: SQLExpression) -> SQLList {
    let (pair, element) = (nextAlias(for: target), SQLEntity(alias: nextAlias(for: target), table: target))
    let source =
      "\(EntityTable.quoted(join.name)) AS \(pair) JOIN \(target.name) AS \(element.alias) "
      + "ON \(element.key.sql) = \(pair).\(join.targetColumn)"
    return SQLList(element: element, source: source, condition: "\(pair).\(join.ownerColumn) = \(key.sql)")
  }

  /// The key of a row or of the row that is referred to; nil for anything else.
  func key(_ term: SQLTerm) -> SQLExpression? {
    switch term {
    case .entity(let entity): entity.key
    case .reference(let reference): reference.key
    default: nil
    }
  }

  /// What `count` and `isEmpty` of a list mean.
  func member(_ keyPath: AnyKeyPath, of list: SQLList, _ type: Any.Type) throws -> SQLTerm {
    guard let type = type as? any ListType.Type else { throw Unsupported(node: "\(keyPath)") }
    if keyPath == type.countKeyPath {
      return .value(SQLExpression(sql: list.count, kind: .number(.int64), isStrict: false))
    }
    guard keyPath == type.isEmptyKeyPath else { throw Unsupported(node: "\(keyPath)") }
    return .condition("(NOT \(list.exists()))", isStrict: false)
  }
}

/// An array, without its type.
private protocol ListType {
  static var countKeyPath: AnyKeyPath { get }
  static var isEmptyKeyPath: AnyKeyPath { get }
}

extension Array: ListType {
  fileprivate static var countKeyPath: AnyKeyPath { \[Element].count }
  fileprivate static var isEmptyKeyPath: AnyKeyPath { \[Element].isEmpty }
}
