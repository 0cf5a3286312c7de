/// What differs between two versions of an entity.
struct EntityDifference: Sendable {
  let old: EntityDescription
  let new: EntityDescription
  /// One for each attribute of the new version.
  let attributes: [AttributeChange]
  /// The attributes that are gone.
  let removed: [AttributeDescription]
  /// The columns of relationships that stay as they are.
  let keptRelationColumns: [String]

  /// Nil if nothing differs.
  init?(from old: EntityDescription, to new: EntityDescription, relations: [RelationChange]) {
    let renames = old.attributeRenames(to: new)
    let attributes = new.attributes.map { attribute in
      AttributeChange(
        attribute, was: renames.predecessor(of: attribute),
        isOfNewClass: attribute.owner.map { !old.holds($0) } ?? false)
    }
    // Two properties that exchange their names leave the fingerprint as it was.
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

  /// Whether the table itself differs, beside indexes and what is only remembered.
  var changesTable: Bool {
    !removed.isEmpty || attributes.contains { !$0.keepsValues || $0.isRenamed } || changesRelationColumns
      || old.subclasses != new.subclasses
  }

  /// Whether rows get a class, or lose it.
  var addsClasses: Bool { old.subclasses == nil && new.subclasses != nil }
  var dropsClasses: Bool { old.subclasses != nil && new.subclasses == nil }

  /// The classes that are gone.
  var removedClasses: [String] { (old.subclasses ?? []).map(\.name).filter { !new.holds($0) } }

  /// Whether columns of relationships come or go.
  var changesRelationColumns: Bool { !droppedRelationColumns.isEmpty || !addedRelationColumns.isEmpty }

  var droppedRelationColumns: [String] { old.relationColumns.filter { !keptRelationColumns.contains($0) } }
  var addedRelationColumns: [String] { new.relationColumns.filter { !keptRelationColumns.contains($0) } }

  /// Whether the indexes have to be made anew.
  var changesIndexes: Bool {
    old.indexes != new.indexes || old.uniques != new.uniques || old.fullText != new.fullText
      || attributes.contains(where: \.isRenamed) || old.subclasses != new.subclasses
      || changesRelationColumns
  }

  /// Whether columns need only be renamed, added and dropped; otherwise the rows move to a new table.
  var isAlteration: Bool { attributes.allSatisfy { $0.keepsValues || $0.beginsEmpty } && !splitsAttributes }

  /// Whether two new attributes get the values of one old one.
  private var splitsAttributes: Bool {
    let old = attributes.compactMap { $0.old?.name }
    return Set(old).count < old.count
  }

  /// Whether the store holds anything differently.
  var changesStore: Bool { changesTable || changesIndexes }

  /// Why the change can't be made without code.
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
  /// Whether the columns are called otherwise.
  var isRenamed: Bool { old.map { $0.columnNames != new.columnNames } ?? false }
}

extension EntityDescription {
  /// Which attribute each attribute of a new version was.
  func attributeRenames(to new: EntityDescription) -> Renames<AttributeDescription> {
    // A store that never described itself does not know the types either.
    Renames(from: attributes, to: new.attributes, isRecorded: attributes.contains { $0.storageType != nil })
  }

  /// Which relationship each relationship of a new version was.
  func relationshipRenames(to new: EntityDescription) -> Renames<RelationshipDescription> {
    Renames(from: relationships, to: new.relationships)
  }
}
