/// The properties that a query looks at, by entity; a change of others moves nothing in its result.
struct QueryDependencies: Sendable {
  private(set) var properties: [EntityIdentity: Set<String>] = [:]

  /// Whether the query looks at an entity at all.
  func concern(_ entity: EntityIdentity) -> Bool { properties[entity] != nil }

  /// Whether the query looks at one of some properties.
  func concern(_ entity: EntityIdentity, _ names: [String]) -> Bool {
    properties[entity].map { !$0.isDisjoint(with: names) } ?? false
  }

  mutating func insert(_ property: ModelProperty?, of entity: EntityIdentity) {
    properties[entity, default: []].formUnion(property.map { [$0.storedName] } ?? [])
  }
}
