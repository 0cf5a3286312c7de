/// The properties that a query looks at, by entity; a change of others moves nothing in its result.
struct QueryDependencies: Sendable {
  private(set) var properties: [EntityIdentity: Set<String>] = [:]
  /// The entities of which it looks at rows beside the fetched one.
  private(set) var others: Set<EntityIdentity> = []

  /// Whether the query looks at an entity at all.
  func concern(_ entity: EntityIdentity) -> Bool { properties[entity] != nil }

  /// Whether the query looks at one of some properties.
  func concern(_ entity: EntityIdentity, _ names: [String]) -> Bool {
    properties[entity].map { !$0.isDisjoint(with: names) } ?? false
  }

  /// Notes that the query looks at rows that a relationship leads to.
  mutating func insertOther(_ entity: EntityIdentity) { others.insert(entity) }

  mutating func insert(_ property: ModelProperty?, of entity: EntityIdentity) {
    properties[entity, default: []].formUnion(property.map { [$0.storedName] } ?? [])
  }
}
