/// A relationship of an entity, as a store remembers it.
struct RelationshipDescription: Codable, Hashable, Sendable {
  /// The property's name.
  let name: String
  /// The entity at the other end.
  let destination: String
  /// The subclass of that entity at the other end; nil if it is the entity itself.
  let destinationClass: String?
  /// The property at the other end, if it leads back.
  let inverse: String?
  let isToMany: Bool
  /// Whether there may be no model at the other end.
  let isOptional: Bool
  let deleteRule: Schema.Relationship.DeleteRule
  let minimumModelCount: Int?
  let maximumModelCount: Int?
  /// The property's name in an earlier version.
  let originalName: String?
  let hashModifier: String?
  let storage: RelationshipStorage

  init(_ relation: Relation) {
    let options = relation.property.options
    name = relation.property.storedName
    destination = relation.destination.tableName
    destinationClass = relation.destination.superclass == nil ? nil : relation.destination.entityName
    inverse = relation.inverse?.storedName
    isToMany = relation.isToMany
    isOptional = relation.property.allowsNone
    deleteRule = options.deleteRule
    minimumModelCount = options.minimumModelCount
    maximumModelCount = options.maximumModelCount
    originalName = relation.property.storedName(options.originalName)
    hashModifier = options.hashModifier
    storage = RelationshipStorage(relation)
  }

  /// The subclass that declares the property, or nil.
  var owner: String? { name.subclassName }

  /// The class at the other end.
  var target: String { destinationClass ?? destination }

  func combine(into hash: inout StableHash) {
    for text in [name, destination, inverse ?? "", deleteRule.rawValue, hashModifier ?? ""] { hash.combine(text) }
    if let destinationClass { hash.combine(destinationClass) }
    for count in [minimumModelCount, maximumModelCount] { hash.combine(count.map(String.init) ?? "") }
    hash.combine(isToMany)
    hash.combine(isOptional)
    storage.combine(into: &hash)
  }
}
