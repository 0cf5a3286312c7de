/// Makes the store of a container out of its configurations.
struct ContainerOpening {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: [any DataStoreConfiguration]

  init(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [any DataStoreConfiguration]
  ) throws {
    let used = configurations.isEmpty ? [ModelConfiguration(schema: schema)] : configurations
    let place = (used[0] as? ModelConfiguration)?.url.path ?? used[0].name
    self.schema = try migrationPlan?.target(schema, location: place) ?? schema
    self.migrationPlan = migrationPlan
    self.configurations = used
  }

  var modelConfigurations: Set<ModelConfiguration> { Set(configurations.compactMap { $0 as? ModelConfiguration }) }

  /// Opens the store, creates it if there is none, and migrates it if it is older.
  func openStore() throws -> SQLiteStore { try open(configurations[0]) }

  /// Opens a store as its configuration says; contexts use one of the library directly, and any other through a copy.
  private func open<Configuration: DataStoreConfiguration>(_ given: Configuration) throws -> SQLiteStore {
    try given.validate()
    var configuration = given
    configuration.schema = schema
    let store = try Configuration.Store(configuration, migrationPlan: migrationPlan)
    if let store = store as? DefaultStore { return store.store }
    return try SQLiteStore(
      schema: schema, configuration: ModelConfiguration(given.name, schema: schema, isStoredInMemoryOnly: true),
      copy: WorkingCopy(DataStoreBackend(store)))
  }
}
