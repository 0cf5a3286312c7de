import OpenSwiftData

/// What the merge must know of a store's schema, and how the store keeps it.
struct StoreSchema: Sendable {
  /// The rules of the merge.
  let rules: SyncSchema
  /// The entities by name.
  let entities: [String: ReplicatedEntity]
  /// What became of properties of earlier versions.
  let renamings: PropertyRenamings
  private let properties: [String: [String]]
  /// The places of the entities in an order in which what rows refer to comes before them, but for circles.
  private let ranks: [String: Int]
  /// What leads to each entity.
  private let incoming: [String: [IncomingReference]]

  /// A reference or a pair that leads to an entity, with the entity that has it.
  typealias IncomingReference = (entity: String, name: String, isPair: Bool)

  /// - Parameters:
  ///   - renamed: properties of earlier versions, by entity and former name.
  ///   - isIncluded: whether an entity is kept equal; relationships to others are left out.
  init(
    _ entities: [ReplicatedEntity], renamed: [String: [String: PropertyRenaming]] = [:],
    where isIncluded: (String) -> Bool
  ) {
    renamings = PropertyRenamings(renamed)
    let included = entities.filter { isIncluded($0.name) }.map { $0.restricted(to: isIncluded) }
    self.entities = Dictionary(uniqueKeysWithValues: included.map { ($0.name, $0) })
    properties = self.entities.mapValues { $0.properties.sorted() }
    ranks = Self.ranks(self.entities)
    var incoming: [String: [IncomingReference]] = [:]
    for entity in self.entities.values.sorted(by: { $0.name < $1.name }) {
      for (references, isPair) in [(entity.references, false), (entity.pairs, true)] {
        for each in references { incoming[each.target, default: []].append((entity.name, each.name, isPair)) }
      }
    }
    self.incoming = incoming
    rules = SyncSchema(
      entities: self.entities.mapValues { entity in
        SyncSchema.Entity(
          properties: Set(entity.attributes + entity.references.map(\.name)),
          relationships: Set(entity.pairs.map(\.name)), uniqueProperty: entity.uniqueAttribute, parent: entity.parent)
      })
  }

  /// What of a store's schema a space has.
  init(_ transaction: ReplicationTransaction, of place: SpacePlace, _ configuration: SyncConfiguration) {
    self.init(transaction.entities, renamed: configuration.renamed) { entity in
      !configuration.excludedEntities.contains(entity)
        && (!place.isShared || configuration.sharing?.shares(entity) == true)
    }
  }

  private static func ranks(_ entities: [String: ReplicatedEntity]) -> [String: Int] {
    var ranks: [String: Int] = [:]
    var visited: Set<String> = []
    func visit(_ name: String) {
      guard let entity = entities[name], visited.insert(name).inserted else { return }
      for reference in entity.references + entity.pairs { visit(reference.target) }
      ranks[name] = ranks.count
    }
    entities.keys.sorted().forEach(visit)
    return ranks
  }

  /// The place of an entity in the order in which what rows refer to comes before them, but for circles.
  func rank(_ entity: String) -> Int { ranks[entity] ?? ranks.count }

  /// Things in the order of their entities' ranks, those of one entity as they were.
  func inOrderOfReferences<Thing>(_ things: [Thing], _ entity: (Thing) -> String) -> [Thing] {
    var byRank: [Int: [Thing]] = [:]
    for thing in things { byRank[rank(entity(thing)), default: []].append(thing) }
    return byRank.count == 1 ? things : byRank.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The names of an entity's attributes and references, sorted; none of an entity that the schema does not have.
  func properties(_ entity: String) -> [String] { properties[entity] ?? [] }

  /// Why rows of an entity can't be merged; nil if all can.
  var unsuitable: SyncError? {
    for entity in entities.values.sorted(by: { $0.name < $1.name }) {
      if let obstacle = entity.obstacle { return .unsuitable(entity: entity.name, reason: obstacle) }
    }
    return nil
  }

  /// The references and pairs that lead to an entity, with the entities that have them.
  func references(to target: String) -> [IncomingReference] { incoming[target] ?? [] }
}

extension ReplicatedEntity {
  /// The names of attributes and references, in their order: what a row has registers for.
  var properties: [String] { attributes + references.map(\.name) }

  /// Whether a row can't be without a reference.
  func isRequired(_ reference: String) -> Bool { references.contains { $0.name == reference && $0.isRequired } }

  func target(of reference: String) -> String? { references.first { $0.name == reference }?.target }
}
