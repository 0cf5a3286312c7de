import Foundation

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
  /// Whether some relationships share an inverse.
  let hasSharedInverses: Bool

  /// The version of the file format that `save(to:)` writes.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the file format of this schema.
  public var encodingVersion: Version { Schema.schemaEncodingVersion }

  /// Creates a schema from model types, which adds the types that they relate to; stores record the version.
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

  /// Creates a schema from entities of other schemas, which adds the entities that they relate to.
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

  /// Two model types with the same entity name.
  var namesakes: (Entity, Entity)? { zip(entities, entities.dropFirst()).first { $0.name == $1.name } }

  /// The entity with a name, or nil.
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
    let hierarchies = all.filter { $0.superclass == nil }.map { EntityHierarchy(root: $0, all, relations) }
    return hierarchies.flatMap { hierarchy in
      hierarchy.members.indices.map { Entity(hierarchy: hierarchy, index: $0) }
    }.sorted { $0.name < $1.name }
  }

  /// The types, those that they inherit from, and all that their relationships reach.
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

extension Schema: Hashable {
  /// Whether both have the same version and the same model types.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.modelTypes == right.modelTypes
  }

  /// Hashes the version and the model types.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(modelTypes)
  }

  private var modelTypes: Set<ObjectIdentifier> { Set(entities.map { ObjectIdentifier($0.properties.modelType) }) }
}

extension Schema {
  private struct File: Codable {
    let encodingVersion: Version
    let version: Version
    /// The mangled names of the model types, by the names of their entities.
    let types: [String: String]
    let description: SchemaDescription
  }

  /// Writes the schema into a file, which `load(from:)` reads.
  ///
  /// Source: SwiftData, `Schema.save(to:)`.
  public func save(to url: URL) throws {
    let types = entities.map { ($0.name, _mangledTypeName($0.properties.modelType) ?? "") }
    let file = File(
      encodingVersion: encodingVersion, version: version,
      types: Dictionary(types, uniquingKeysWith: { first, _ in first }), description: SchemaDescription(self))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(file).write(to: url, options: .atomic)
  }

  /// The schema that `save(to:)` wrote into a file.
  ///
  /// A schema consists of the program's model types, so these must be the same as when it was written.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if a model type is not in the program or has changed, an error of
  ///   Foundation if the file can't be read.
  ///
  /// Source: SwiftData, `Schema.load(from:)`.
  public static func load(from url: URL) throws -> Schema {
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    guard file.encodingVersion.major == schemaEncodingVersion.major else {
      throw SwiftDataError(.unknownSchema, "The file of the schema has the format \(file.encodingVersion).")
    }
    let types = try file.types.sorted { $0.key < $1.key }.map { entity, name in try modelType(name, of: entity) }
    let schema = Schema(types, version: file.version)
    let description = SchemaDescription(schema)
    guard file.description == description else {
      let changed = SchemaDifference(from: file.description, to: description).firstName ?? "A model"
      throw SwiftDataError(.unknownSchema, "\(changed) is not what it was when the schema was written.")
    }
    return schema
  }

  private static func modelType(_ name: String, of entity: String) throws -> any PersistentModel.Type {
    guard let type = _typeByName(name) as? any PersistentModel.Type else {
      throw SwiftDataError(.unknownSchema, "\(entity) is in the schema's file and no model of this program.")
    }
    return type
  }
}
