import Foundation

/// What a store remembers of the schema that its tables were made for.
///
/// It is kept in the store, so that a later version can tell what differs and name it.
struct SchemaDescription: Codable, Hashable, Sendable {
  /// The entities, sorted by name.
  let entities: [EntityDescription]

  init(entities: [EntityDescription]) {
    self.entities = entities.sorted { $0.name < $1.name }
  }

  init(_ schema: Schema) { self.init(entities: schema.roots.map { EntityDescription($0.hierarchy) }) }

  /// The entity of a name, or nil.
  func entity(_ name: String) -> EntityDescription? { entities.first { $0.name == name } }

  /// The table of each class.
  var tablesOfClasses: [String: String] {
    let pairs = entities.flatMap { entity in
      [(entity.name, entity.name)] + (entity.subclasses ?? []).map { ($0.name, entity.name) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The hash of the whole.
  var fingerprint: String {
    var hash = StableHash()
    for entity in entities { hash.combine(entity.fingerprint) }
    return hash.text
  }
}

extension SchemaDescription {
  /// The description as it is kept in the store.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  init(json: String) throws { self = try JSONDecoder().decode(SchemaDescription.self, from: Data(json.utf8)) }
}
