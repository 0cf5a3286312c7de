extension ModelPropertiesBuilder {
  /// Adds a relationship to one model, to one or none, or to many.
  public func add<Value: RelationshipValue>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    append(
      TypedRelationshipProperty(
        place: place(name, slot), ordinal: relationshipCount, keyPath: keyPath, get: get, set: set, metadata: metadata))
  }
}
