extension ModelPropertiesBuilder {
  /// Adds a relationship to one model.
  public func add<Target: PersistentModel>(
    _ name: String, _ keyPath: any KeyPath<Model, Target> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Target>,
    set: @escaping @Sendable (Model, PersistedValue<Target>) -> Void, default: (@Sendable () -> Target)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    relate(Target.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a relationship to one model or none.
  public func add<Target: PersistentModel>(
    _ name: String, _ keyPath: any KeyPath<Model, Target?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Target?>,
    set: @escaping @Sendable (Model, PersistedValue<Target?>) -> Void, default: (@Sendable () -> Target?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    relate(Target.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a relationship to many models.
  public func add<Target: PersistentModel>(
    _ name: String, _ keyPath: any KeyPath<Model, [Target]> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<[Target]>,
    set: @escaping @Sendable (Model, PersistedValue<[Target]>) -> Void, default: (@Sendable () -> [Target])? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    relate(Target.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a relationship to many models or none.
  public func add<Target: PersistentModel>(
    _ name: String, _ keyPath: any KeyPath<Model, [Target]?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<[Target]?>,
    set: @escaping @Sendable (Model, PersistedValue<[Target]?>) -> Void, default: (@Sendable () -> [Target]?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    relate(Target.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  private func relate<Value>(
    _ target: any PersistentModel.Type, _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, _ slot: Int,
    _ get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    _ set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, _ defaultValue: (@Sendable () -> Value)?,
    _ metadata: (any SchemaProperty)?
  ) {
    append(
      RelationshipProperty<Model, Value>(
        name: name, slot: slot, keyPath: keyPath, target: target, get: get, set: set, defaultValue: defaultValue,
        metadata: metadata))
  }
}
