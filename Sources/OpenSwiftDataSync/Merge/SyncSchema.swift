import Foundation

/// What the merge must know of a schema: which parts this version can show, what is unique, and what is a tree.
///
/// Registers merge without it; a property that it does not name is merged all the same, and shown after the upgrade.
public struct SyncSchema: Hashable, Sendable {
  /// How unique names are compared.
  public enum Folding: Hashable, Sendable {
    /// To the last character.
    case exact
    /// Without regard to case, by Unicode's default mapping.
    case caseInsensitive
  }

  /// What the merge must know of an entity.
  public struct Entity: Hashable, Sendable {
    /// The names of the properties and to-one relationships.
    public var properties: Set<String> { didSet { propertyOrder = properties.sorted() } }
    /// The names of the to-many relationships that are kept as pairs.
    public var relationships: Set<String>
    /// The property that no two rows may share.
    public var uniqueProperty: String?
    /// How values of the unique property are compared.
    public var folding: Folding
    /// The to-one relationship that makes a tree of the rows.
    public var parent: String?
    /// The names of the properties in their order.
    private(set) var propertyOrder: [String]

    /// An entity.
    public init(
      properties: Set<String>, relationships: Set<String> = [], uniqueProperty: String? = nil,
      folding: Folding = .exact, parent: String? = nil
    ) {
      self.properties = properties
      propertyOrder = properties.sorted()
      self.relationships = relationships
      self.uniqueProperty = uniqueProperty
      self.folding = folding
      self.parent = parent
    }

    /// The unique value as it is compared; nil for a value that may be shared, such as null.
    public func folded(_ value: SyncValue) -> SyncValue? {
      switch value {
      case .null: nil
      case .text(let text): .text(folding == .exact ? text : text.lowercased().precomposedStringWithCanonicalMapping)
      default: value
      }
    }
  }

  /// The entities, by name.
  public let entities: [String: Entity]
  /// A hash of the names: the same on all machines, another one after each change of the schema.
  public let fingerprint: UInt64

  /// A schema.
  ///
  /// - Complexity: O(names).
  public init(entities: [String: Entity]) {
    self.entities = entities
    fingerprint = Self.fingerprint(of: entities)
  }

  private static func fingerprint(of entities: [String: Entity]) -> UInt64 {
    let lines = entities.sorted { $0.key < $1.key }.map { name, entity in
      let rules = [entity.uniqueProperty ?? "", entity.parent ?? ""]
      let parts = [[name], entity.properties.sorted(), entity.relationships.sorted(), rules]
      return parts.map { $0.joined(separator: "\u{0}") }.joined(separator: "\u{1}")
    }
    return SyncIdentity(namespace: SyncIdentity(high: 0, low: 0), name: lines.joined(separator: "\n")).low
  }
}
