extension SchemaMigrationPlan {
  /// A container's schema with the version that the plan gives it.
  ///
  /// A schema made from model types has no version of its own; the plan knows which of its versions has these models.
  ///
  /// - Throws: `StoreError` if none of the plan's versions is that schema.
  static func target(_ schema: Schema, location: String) throws -> Schema {
    let description = SchemaDescription(schema)
    let same = schemas.filter { SchemaDescription(Schema(versionedSchema: $0)).fingerprint == description.fingerprint }
    if same.contains(where: { $0.versionIdentifier == schema.version }) { return schema }
    guard let version = same.last?.versionIdentifier else { throw mismatch(of: description, location) }
    return Schema(schema.entities.map(\.properties.modelType), version: version)
  }

  private static func mismatch(of description: SchemaDescription, _ location: String) -> StoreError {
    guard let last = schemas.last else {
      return MigrationFailure(location: location).mismatch("The migration plan \(Self.self) lists no schemas.")
    }
    let difference = SchemaDifference(from: SchemaDescription(Schema(versionedSchema: last)), to: description)
    return MigrationFailure(location: location).mismatch(
      "The migration plan \(Self.self) has no version with the container's models: \(difference.firstName ?? "") "
        + "is not that of version \(last.versionIdentifier).")
  }
}
