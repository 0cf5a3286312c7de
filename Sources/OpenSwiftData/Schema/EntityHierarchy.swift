/// The entities whose rows are in one table: a root and all that inherit from it.
final class EntityHierarchy: Sendable {
  struct Member: Sendable {
    let properties: ModelProperties
    /// The inherited relationships, then those that the entity declares itself, by their ordinals.
    let relations: [Relation]
    /// The relationships without inverse, of all entities, that refer to this one or one that it inherits from.
    let incoming: [Relation]
    /// The index of the entity that this one inherits from.
    let parent: Int?

    fileprivate var ownRelations: [Relation] { relations.filter { $0.owner === properties } }
  }

  /// The root first, and every entity before those that inherit from it.
  let members: [Member]

  /// Collects a root and all that inherit from it, out of the entities and relationships of a schema.
  init(root: ModelProperties, _ all: [ModelProperties], _ relations: [Relation]) {
    var members: [Member] = []
    func add(_ entity: ModelProperties, below parent: Int?) {
      let above = parent.map { members[$0] }
      let own = relations.filter { $0.owner === entity }
      let incoming = relations.filter { $0.inverse == nil && $0.destination === entity }
      let index = members.count
      members.append(
        Member(
          properties: entity, relations: (above?.relations ?? []) + own, incoming: (above?.incoming ?? []) + incoming,
          parent: parent))
      for child in all where child.superclass === entity { add(child, below: index) }
    }
    add(root, below: nil)
    self.members = members
  }

  var root: ModelProperties { members[0].properties }
  var hasSubentities: Bool { members.count > 1 }

  func children(of index: Int) -> [Int] { members.indices.filter { members[$0].parent == index } }

  /// An entity and all that inherit from it.
  func family(of index: Int) -> [Member] { [members[index]] + children(of: index).flatMap(family) }

  var relations: [Relation] { members.flatMap(\.ownRelations) }

  /// The relationships without inverse that refer to one of the members.
  var incoming: [Relation] {
    var seen: Set<ObjectIdentifier> = []
    return members.flatMap(\.incoming).filter { seen.insert(ObjectIdentifier($0.property)).inserted }
  }

  /// The columns of all members that have a full-text index, not quoted.
  var fullText: [String] {
    members.flatMap(\.properties.fullText).map { EntityTable.columnName($0.name) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
