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
