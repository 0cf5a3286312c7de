/// The properties that a query depends on, by entity; a change of others does not affect its result.
struct QueryDependencies: Sendable {
  private(set) var properties: [EntityIdentity: Set<String>] = [:]
  /// The entities whose rows it reads besides the fetched row.
  private(set) var others: Set<EntityIdentity> = []

  /// Whether the query depends on an entity at all.
  func contains(_ entity: EntityIdentity) -> Bool { properties[entity] != nil }

  /// Whether the query depends on any of some properties.
  func contains(_ names: [String], of entity: EntityIdentity) -> Bool {
    properties[entity].map { !$0.isDisjoint(with: names) } ?? false
  }

  /// Notes that the query reads rows that a relationship leads to.
  mutating func insertOther(_ entity: EntityIdentity) { others.insert(entity) }

  /// Notes that the query depends on a property of an entity; nil for the rows as such.
  mutating func insert(_ property: ModelProperty?, of entity: EntityIdentity) {
    properties[entity, default: []].formUnion(property.map { [$0.storedName] } ?? [])
  }
}

/// What a result depends on; a commit that changes none of it does not affect the result.
struct ResultsDependencies: Sendable {
  /// The entity of the rows.
  let entity: EntityIdentity
  /// The properties by which SQL decides which rows belong to the result, and in which order.
  private var query: QueryDependencies
  /// The entities any change of which may affect the result, because memory evaluates a part.
  private let unlimited: Set<EntityIdentity>

  /// Whether a change of one row may add or remove another row of the same entity.
  var includesOtherRows: Bool { query.others.contains(entity) }

  /// Whether a commit may change the result.
  func areAffected(by changes: ModelChanges) -> Bool {
    changes.isEverything || changes.runs.contains(where: areAffected)
  }

  /// Whether a run of changes may change the result.
  func areAffected(by run: ModelChanges.Run) -> Bool {
    if unlimited.contains(run.entity) { return true }
    return run.kind == .update ? query.contains(run.properties, of: run.entity) : query.contains(run.entity)
  }

  /// The dependencies with more properties of the rows.
  func with(_ more: [ModelProperty]) -> ResultsDependencies {
    var copy = self
    for property in more { copy.query.insert(property, of: entity) }
    return copy
  }
}

extension ResultsDependencies {
  /// The dependencies of a query.
  ///
  /// - Parameter isPartial: whether memory evaluates a part of the condition or the order, which may then depend on
  /// anything that can be reached from a model.
  init(_ query: SelectQuery, isPartial: Bool, store: SQLiteStore) {
    entity = query.table.identity
    self.query = query.dependencies
    unlimited = isPartial ? Self.entities(reachableFrom: query.table, store).union([query.table.identity]) : []
  }

  private static func entities(reachableFrom table: EntityTable, _ store: SQLiteStore) -> Set<EntityIdentity> {
    var reached: Set<EntityIdentity> = []
    var waiting = [table]
    while let next = waiting.popLast() {
      let targets = next.hierarchy.members.flatMap(\.properties.own).compactMap(\.destination)
        .compactMap { try? store.table(for: $0) }
      waiting += targets.filter { reached.insert($0.identity).inserted }
    }
    return reached
  }
}
