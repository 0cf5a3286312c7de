/// The entities of a store and the version they belong to.
///
/// Source: SwiftData, `Schema`.
public final class Schema: Sendable, CustomDebugStringConvertible {
  /// The version written into the store.
  public let version: Version

  /// The entities, sorted by name.
  public let entities: [Entity]

  /// The entities by their names.
  public let entitiesByName: [String: Entity]
  private let entitiesByType: [ObjectIdentifier: Entity]
  /// Whether there are relationships that share an inverse.
  let hasSharedInverses: Bool

  /// The version of the file encoding of this library's schema descriptions.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the file encoding of this schema's description.
  public var encodingVersion: Version { Schema.schemaEncodingVersion }

  /// Creates a schema from model types; the types that they relate to are found by themselves.
  ///
  /// - Parameters:
  ///   - types: the model types.
  ///   - version: the version written into the store.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    self.version = version
    entities = Self.entities(Self.closure(of: types).map { $0._$properties }.sorted { $0.entityName < $1.entityName })
    hasSharedInverses = entities.contains { $0.relations.contains { $0.shared != nil } }
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    entitiesByType = Dictionary(
      entities.map { (ObjectIdentifier($0.properties.modelType), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Creates a schema from model types.
  public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
    self.init(types, version: version)
  }

  /// Creates a schema without entities.
  public convenience init() { self.init([any PersistentModel.Type]()) }

  /// Creates a schema from entities of other schemas; the entities that they relate to are found by themselves.
  ///
  /// - Parameters:
  ///   - entities: the entities.
  ///   - version: the version written into the store.
  @_disfavoredOverload
  public convenience init(_ entities: [Entity], version: Version = Version(1, 0, 0)) {
    self.init(entities.map { $0.properties.modelType }, version: version)
  }

  /// Creates a schema from entities of other schemas.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities, version: version)
  }

  /// Creates the schema that a version describes.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// Two model types that have one entity name, or nil.
  var namesakes: (Entity, Entity)? {
    zip(entities, entities.dropFirst()).first { $0.name == $1.name }
  }

  /// The entity of a name, or nil.
  public func entity(named name: String) -> Entity? { entitiesByName[name] }

  /// The entity of a model type, or nil.
  public func entity(for type: any PersistentModel.Type) -> Entity? { entitiesByType[ObjectIdentifier(type)] }

  /// The entity name of a model type.
  public static func entityName(for type: any PersistentModel.Type) -> String { type._$properties.entityName }

  /// A one-line description for debugging.
  public var debugDescription: String { "Schema \(version): \(entities.map(\.name).joined(separator: ", "))" }

  /// The entities that have a table of their own.
  var roots: [Entity] { entities.filter(\.isRoot) }

  private static func entities(_ all: [ModelProperties]) -> [Entity] {
    let inference = InverseInference(all)
    let relations = all.flatMap { entity in
      entity.ownRelationships.map { Relation(owner: entity, property: $0, inference) }
    }
    let hierarchies = all.filter { $0.superclass == nil }.map { hierarchy(of: $0, all, relations) }
    return hierarchies.flatMap { hierarchy in
      hierarchy.members.indices.map { Entity(hierarchy: hierarchy, index: $0) }
    }.sorted { $0.name < $1.name }
  }

  private static func hierarchy(
    of root: ModelProperties, _ all: [ModelProperties], _ relations: [Relation]
  ) -> EntityHierarchy {
    var members: [EntityHierarchy.Member] = []
    func add(_ entity: ModelProperties, below parent: Int?) {
      let above = parent.map { members[$0] }
      let own = relations.filter { $0.owner === entity }
      let incoming = relations.filter { $0.inverse == nil && $0.destination === entity }
      let index = members.count
      members.append(
        .init(
          properties: entity, relations: (above?.relations ?? []) + own, incoming: (above?.incoming ?? []) + incoming,
          parent: parent))
      for child in all where child.superclass === entity { add(child, below: index) }
    }
    add(root, below: nil)
    return EntityHierarchy(members)
  }

  /// The given types, those that they inherit from, and every type reachable through their relationships.
  private static func closure(of types: [any PersistentModel.Type]) -> [any PersistentModel.Type] {
    var found: [any PersistentModel.Type] = []
    var seen: Set<ObjectIdentifier> = []
    var pending = types
    while let type = pending.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      found.append(type)
      pending += type._$properties.all.compactMap(\.destination)
      if let superclass = type._$properties.superclass { pending.append(superclass.modelType) }
    }
    return found
  }
}
