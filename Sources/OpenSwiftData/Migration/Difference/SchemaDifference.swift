/// What differs between the schema of a store and another one.
struct SchemaDifference: Sendable {
  let added: [EntityDescription]
  let removed: [EntityDescription]
  let changed: [EntityDifference]
  /// One for each relationship of the new schema, at the end where it is kept.
  let relations: [RelationChange]
  /// The tables of pairs that are not needed any more, or not like this.
  let removedJoinTables: [String]
  /// Why classes can't go from one table to another without code.
  private let classObstacles: [String]
  /// The names of the model types that are gone.
  let removedClasses: [String]

  init(from old: SchemaDescription, to new: SchemaDescription) {
    let relations = Self.relations(from: old, to: new)
    self.relations = relations
    let kept = Set(relations.filter(\.isKept).map(\.new.storage))
    removedJoinTables = old.entities.flatMap(\.relationships).map(\.storage)
      .filter { $0.isJoinTable && $0.isKeptHere && !kept.contains($0) }.map(\.table)
    removedClasses = Set(old.tablesOfClasses.keys).subtracting(new.tablesOfClasses.keys).sorted()
    classObstacles = Self.classObstacles(from: old, to: new)
    added = new.entities.filter { old.entity($0.name) == nil }
    removed = old.entities.filter { new.entity($0.name) == nil }
    changed = new.entities.compactMap { entity in
      old.entity(entity.name).flatMap { EntityDifference(from: $0, to: entity, relations: relations) }
    }
  }

  private static func relations(from old: SchemaDescription, to new: SchemaDescription) -> [RelationChange] {
    new.entities.flatMap { entity in
      entity.relationships.filter(\.storage.isKeptHere).map {
        RelationChange($0, of: entity, from: old, to: new)
      }
    }
  }

  /// Whether there is no difference, not even one that is only remembered.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Whether the store holds anything differently.
  var changesStore: Bool {
    !added.isEmpty || !removed.isEmpty || changed.contains(where: \.changesStore) || !removedJoinTables.isEmpty
      || !relations.allSatisfy(\.isKept)
  }

  /// Why the change can't be made without code.
  var obstacles: [String] { classObstacles + changed.flatMap(\.obstacles) + relations.compactMap(\.obstacle) }

  private static func classObstacles(from old: SchemaDescription, to new: SchemaDescription) -> [String] {
    let before = old.tablesOfClasses
    return new.tablesOfClasses.sorted { $0.key < $1.key }.compactMap { name, table in
      guard let former = before[name], former != table else { return nil }
      return
        "The rows of \(name) were in the table \(former) and are in \(table), because it inherits otherwise than it "
        + "did: copy them in a custom migration stage."
    }
  }

  /// The first difference, by entity and property.
  var firstName: String? {
    guard let entity = changed.first else { return (added.first ?? removed.first)?.name }
    let property =
      entity.attributes.first { !$0.keepsValues || $0.isRenamed }?.new.name ?? entity.removed.first?.name
    return property.map { "\(entity.name).\($0)" } ?? entity.name
  }
}
