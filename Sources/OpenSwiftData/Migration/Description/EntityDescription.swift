/// An entity, as a store remembers it.
struct EntityDescription: Codable, Hashable, Sendable {
  /// The name of the entity and of its table.
  let name: String
  /// The attributes, sorted by name.
  let attributes: [AttributeDescription]
  /// The relationships, sorted by name.
  let relationships: [RelationshipDescription]
  /// The properties of each index, sorted.
  let indexes: [[String]]
  /// The properties of each constraint, sorted.
  let uniques: [[String]]
  /// The columns with a full-text index, sorted; nil if there are none, as in stores from before there were such.
  let fullText: [String]?
  /// The classes whose rows are in the table too, sorted by name; nil if there are none.
  let subclasses: [SubclassDescription]?
  /// The hash of the whole; an entity that hashes alike needs no migration.
  let fingerprint: String

  init(
    name: String, attributes: [AttributeDescription], relationships: [RelationshipDescription] = [],
    indexes: [[String]], uniques: [[String]], fullText: [String] = [],
    subclasses: [SubclassDescription] = []
  ) {
    self.name = name
    self.attributes = attributes.sorted { $0.name < $1.name }
    self.relationships = relationships.sorted { $0.name < $1.name }
    self.indexes = Self.sorted(indexes)
    self.uniques = Self.sorted(uniques)
    self.fullText = fullText.isEmpty ? nil : fullText.sorted()
    self.subclasses = subclasses.isEmpty ? nil : subclasses.sorted { $0.name < $1.name }
    let fullText = fullText.isEmpty ? [] : [fullText.sorted()]
    let classes = self.subclasses?.map { [$0.name, $0.superclass] } ?? []
    fingerprint = Self.fingerprint(
      name, self.attributes, self.relationships,
      [("index", self.indexes), ("unique", self.uniques), ("full text", fullText), ("class", classes)])
  }

  init(_ hierarchy: EntityHierarchy) {
    let members = hierarchy.members.map(\.properties)
    let attributes = members.flatMap(\.own).filter { $0.isStored && $0.destination == nil }
    self.init(
      name: hierarchy.root.entityName, attributes: attributes.map(AttributeDescription.init),
      relationships: hierarchy.relations.map(RelationshipDescription.init),
      indexes: members.flatMap(\.ownIndexes), uniques: members.flatMap(\.ownUniques), fullText: hierarchy.fullText,
      subclasses: members.compactMap { member in
        member.superclass.map { SubclassDescription(name: member.entityName, superclass: $0.entityName) }
      })
  }

  /// The attribute of a name, or nil.
  func attribute(_ name: String) -> AttributeDescription? { attributes.first { $0.name == name } }

  /// The relationship of a name, or nil.
  func relationship(_ name: String) -> RelationshipDescription? { relationships.first { $0.name == name } }

  /// Whether a class has rows in the table.
  func holds(_ subclass: String) -> Bool { subclasses?.contains { $0.name == subclass } ?? false }

  /// Whether another entity has the same attributes; a single one, as a name, says nothing.
  func hasShape(of other: EntityDescription) -> Bool {
    attributes.count > 1 && attributes.map(\.name) == other.attributes.map(\.name)
      && zip(attributes, other.attributes).allSatisfy { $0.columns.map(\.type) == $1.columns.map(\.type) }
  }

  /// The columns of the table that belong to relationships.
  var relationColumns: [String] { relationships.flatMap(\.storage.ownColumns) }

  private static func sorted(_ lists: [[String]]) -> [[String]] {
    lists.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
  }

  private static func fingerprint(
    _ name: String, _ attributes: [AttributeDescription], _ relationships: [RelationshipDescription],
    _ constraints: [(kind: String, lists: [[String]])]
  ) -> String {
    var hash = StableHash()
    hash.combine(name)
    for attribute in attributes { attribute.combine(into: &hash) }
    for relationship in relationships { relationship.combine(into: &hash) }
    for (kind, lists) in constraints {
      for list in lists { hash.combine("\(kind) \(list.joined(separator: " "))") }
    }
    return hash.text
  }
}
