/// An entity as replication sees it: names of columns, references and pairs, without types.
package struct ReplicatedEntity: Hashable, Sendable {
  /// A relationship, by its name and the entity at the other end.
  package struct Reference: Hashable, Sendable {
    /// The name of the property.
    package let name: String
    /// The name of the entity at the other end.
    package let target: String
    /// Whether a row without it can't be read.
    package let isRequired: Bool
  }

  /// The name of the entity.
  package let name: String
  /// The names of the attributes, sorted.
  package let attributes: [String]
  /// The relationships to one model, sorted by their names: a column with a key.
  package let references: [Reference]
  /// The relationships to many models that are kept as pairs in a table, named at one of their two ends only.
  package let pairs: [Reference]
  /// The first attribute that no two rows may share; nil if there is none.
  package let uniqueAttribute: String?
  /// The reference that makes a tree of the rows; nil if there is none.
  package let parent: String?
  /// Why rows of it can't be merged; nil if they can.
  package let obstacle: String?
}

extension ReplicatedEntity {
  /// - Throws: `SwiftDataError.unsupportedFeature` for classes that inherit from one another.
  init(_ table: EntityTable) throws {
    let properties = table.properties
    guard !table.hierarchy.hasSubentities else { throw SwiftDataError.notReplicated(properties.entityName) }
    let stored = properties.stored
    name = properties.entityName
    obstacle = Self.obstacle(properties)
    attributes = stored.filter { $0.destination == nil }.map(\.name).sorted()
    references = table.relations.filter { !$0.isToMany }.map {
      Reference(
        name: $0.property.name, target: $0.destination.entityName, isRequired: !$0.property.allowsNone)
    }.sorted { $0.name < $1.name }
    pairs = table.relations.filter(\.isReplicatedPair).map {
      Reference(name: $0.property.name, target: $0.destination.entityName, isRequired: false)
    }
    uniqueAttribute =
      properties.uniqueColumns.first { $0.count == 1 && $0[0].property.destination == nil }?.first?
      .property.name
    parent =
      table.relations.first { !$0.isToMany && $0.destination === properties && $0.inverse?.isToMany == true }?
      .property.name
  }
}

extension ReplicatedEntity {
  /// Two rows that are inserted on two machines must not be in each other's way, unless one attribute names them.
  private static func obstacle(_ properties: ModelProperties) -> String? {
    let uniques = properties.uniqueColumns
    if uniques.contains(where: { $0.count > 1 || $0.contains { $0.property.destination != nil } }) {
      return "it is unique by several properties, or by a relationship"
    }
    return uniques.count > 1 ? "it has more than one unique attribute" : nil
  }
}

extension Relation {
  /// Whether replication names the relationship at this end: of a pair's two ends, that which the table is named after.
  var isReplicatedPair: Bool {
    guard case .joinTable(let join) = storage else { return false }
    return join.end != .second
  }
}

extension ReplicatedEntity {
  /// The entity without relationships to entities that are left out.
  package func restricted(to isIncluded: (String) -> Bool) -> ReplicatedEntity {
    ReplicatedEntity(
      name: name, attributes: attributes, references: references.filter { isIncluded($0.target) },
      pairs: pairs.filter { isIncluded($0.target) }, uniqueAttribute: uniqueAttribute, parent: parent,
      obstacle: references.first { $0.isRequired && !isIncluded($0.target) }.map {
        "\($0.name) is required, and \($0.target) is left out"
      } ?? obstacle)
  }
}
