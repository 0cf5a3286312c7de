extension ModelContainer {
  /// Opens the stores of the configurations, creates those that are not there, and migrates those that are older.
  ///
  /// With several configurations each has the schema of some of the models, every entity is in one of them, and no
  /// relationship leads from one to another. Such a container keeps a copy of all models in memory; see `DataStore`.
  ///
  /// A store whose schema differs is migrated by the stages of the plan. Without a plan, or without a new version
  /// number, a difference that loses nothing and leaves nothing open is bridged all the same. Before a file is changed a
  /// copy is kept beside it: `<store>.backup-<version>`.
  ///
  /// - Parameters:
  ///   - schema: the models.
  ///   - migrationPlan: the versions of the models and the ways between them.
  ///   - configurations: where the stores are; by default a file at the default place.
  /// - Throws: `StoreError` if a store can't be opened or migrated, and what the plan's code throws; the file is left
  ///   as it was. `SwiftDataError.loadIssueModelContainer`, `.configurationSchemaNotFoundInContainerSchema` or
  ///   `.duplicateConfiguration` for configurations that don't go together.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = []
  ) throws {
    try self.init(opening: ContainerOpening(schema, migrationPlan, configurations))
  }

  /// Opens a store for a schema, and migrates it if it is older.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for some model types, and migrates it if it is older.
  ///
  /// With a plan the models have the version under which the plan lists them.
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  // MARK: - Stores of any kind

  /// Opens stores of any kind for a schema.
  @_disfavoredOverload
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(opening: ContainerOpening(schema, migrationPlan, configurations))
  }

  /// Opens stores of any kind for a schema.
  @_disfavoredOverload
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(opening: ContainerOpening(schema, migrationPlan, configurations))
  }

  /// Opens stores of any kind for some model types.
  @_disfavoredOverload
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(opening: ContainerOpening(Schema(types), migrationPlan, configurations))
  }
}
