/// The difference between the schema of a store and another one.
struct SchemaDifference: Sendable {
  let added: [EntityDescription]
  let removed: [EntityDescription]
  let changed: [EntityDifference]
  /// One for each relationship of the new schema, at the end that the store keeps.
  let relations: [RelationChange]
  /// The join tables that are no longer needed or have to be rebuilt.
  let removedJoinTables: [String]
  /// Why classes can't move from one table to another without code.
  private let classObstacles: [String]
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
      entity.relationships.filter(\.storage.isKeptHere).map { RelationChange($0, of: entity, from: old, to: new) }
    }
  }

  /// Whether there is no difference, not even in the description.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Whether tables or indexes change, and not only the description.
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
        "The rows of \(name) were in the table \(former) and belong into \(table) now, because its superclass changed: "
        + "copy them in a custom migration stage."
    }
  }

  /// The name of the first difference, as "Entity.property" or "Entity".
  var firstName: String? {
    guard let entity = changed.first else { return (added.first ?? removed.first)?.name }
    let property =
      entity.attributes.first { !$0.keepsValues || $0.isRenamed }?.new.name ?? entity.removed.first?.name
    return property.map { "\(entity.name).\($0)" } ?? entity.name
  }
}

/// The difference between two versions of an entity.
struct EntityDifference: Sendable {
  let old: EntityDescription
  let new: EntityDescription
  /// One for each attribute of the new version.
  let attributes: [AttributeChange]
  let removed: [AttributeDescription]
  /// The columns of relationships that do not change.
  let keptRelationColumns: [String]

  /// Nil if nothing differs.
  init?(from old: EntityDescription, to new: EntityDescription, relations: [RelationChange]) {
    let renames = old.attributeRenames(to: new)
    let attributes = new.attributes.map { attribute in
      AttributeChange(
        attribute, was: renames.predecessor(of: attribute),
        isOfNewClass: attribute.owner.map { !old.holds($0) } ?? false)
    }
    // Two properties that exchange their names leave the fingerprint unchanged.
    guard
      old.fingerprint != new.fingerprint || attributes.contains(where: \.isRenamed)
        || relations.contains(where: { $0.entity == new.name && !$0.isKept })
    else { return nil }
    self.old = old
    self.new = new
    self.attributes = attributes
    let kept = Set(attributes.compactMap { $0.old?.name })
    removed = old.attributes.filter { !kept.contains($0.name) }
    keptRelationColumns = relations.filter { $0.entity == new.name && $0.isKept }.flatMap(\.new.storage.ownColumns)
  }

  var name: String { new.name }

  /// Whether the table itself changes, and not only its indexes or its description.
  var changesTable: Bool {
    !removed.isEmpty || attributes.contains { !$0.keepsValues || $0.isRenamed } || changesRelationColumns
      || old.subclasses != new.subclasses
  }

  /// Whether the table gets the column for the class of a row.
  var addsClasses: Bool { old.subclasses == nil && new.subclasses != nil }
  /// Whether the table loses it.
  var dropsClasses: Bool { old.subclasses != nil && new.subclasses == nil }
  var removedClasses: [String] { (old.subclasses ?? []).map(\.name).filter { !new.holds($0) } }
  var changesRelationColumns: Bool { !droppedRelationColumns.isEmpty || !addedRelationColumns.isEmpty }
  var droppedRelationColumns: [String] { old.relationColumns.filter { !keptRelationColumns.contains($0) } }
  var addedRelationColumns: [String] { new.relationColumns.filter { !keptRelationColumns.contains($0) } }

  /// Whether the indexes have to be created again.
  var changesIndexes: Bool {
    old.indexes != new.indexes || old.uniques != new.uniques || old.fullText != new.fullText
      || attributes.contains(where: \.isRenamed) || old.subclasses != new.subclasses || changesRelationColumns
  }

  /// Whether renaming, adding and dropping columns is enough; otherwise the rows move to a new table.
  var isAlteration: Bool { attributes.allSatisfy { $0.keepsValues || $0.beginsEmpty } && !splitsAttributes }

  /// Whether two new attributes get the values of the same old one.
  private var splitsAttributes: Bool {
    let old = attributes.compactMap { $0.old?.name }
    return Set(old).count < old.count
  }

  /// Whether the table or its indexes change, and not only the description.
  var changesStore: Bool { changesTable || changesIndexes }
  var obstacles: [String] { attributes.compactMap { $0.obstacle(in: name) } + movedClasses }

  private var movedClasses: [String] {
    (new.subclasses ?? []).compactMap { subclass in
      guard let before = old.subclasses?.first(where: { $0.name == subclass.name }), before != subclass else {
        return nil
      }
      return "\(subclass.name) inherited from \(before.superclass) and inherits from \(subclass.superclass): give it "
        + "another name, and copy its rows in a custom migration stage."
    }
  }
}

extension AttributeChange {
  /// Whether the columns have other names.
  var isRenamed: Bool { old.map { $0.columnNames != new.columnNames } ?? false }
}

extension EntityDescription {
  /// Matches the attributes of a new version with those of this one.
  func attributeRenames(to new: EntityDescription) -> Renames<AttributeDescription> {
    // A store that does not describe itself has no types either.
    Renames(from: attributes, to: new.attributes, isRecorded: attributes.contains { $0.storageType != nil })
  }

  func relationshipRenames(to new: EntityDescription) -> Renames<RelationshipDescription> {
    Renames(from: relationships, to: new.relationships)
  }
}
