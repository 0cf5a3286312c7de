import Foundation

extension Schema {
  /// A schema in a file: its version, and what each of its entities looked like.
  private struct File: Codable {
    let encodingVersion: Version
    let version: Version
    /// The names of the model types by those of their entities, as the Swift runtime knows them.
    let types: [String: String]
    let description: SchemaDescription
  }

  /// Writes the schema into a file, from which `load(from:)` makes it again.
  ///
  /// - Throws: an error of Foundation if the file can't be written.
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
  /// A schema consists of the model types of the program, so these must be as they were when it was written.
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
