import Foundation

/// Opens the store of a container from its configurations.
struct ContainerOpening {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: [any DataStoreConfiguration]

  init(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [any DataStoreConfiguration]
  ) throws {
    guard migrationPlan == nil || configurations.count <= 1 else { throw SwiftDataError.planForSeveralConfigurations }
    if let (one, other) = schema.namesakes { throw SwiftDataError.namesakes(one, other, in: schema) }
    let used = configurations.isEmpty ? [ModelConfiguration(schema: schema)] : configurations
    let place = (used[0] as? ModelConfiguration)?.url.path ?? used[0].name
    self.schema = try migrationPlan?.target(schema, location: place) ?? schema
    self.migrationPlan = migrationPlan
    self.configurations = used
  }

  var modelConfigurations: Set<ModelConfiguration> { Set(configurations.compactMap { $0 as? ModelConfiguration }) }

  /// Opens the stores, creates those that are missing, and migrates those that are older.
  ///
  /// - Throws: `StoreError`, what a custom store throws, and `SwiftDataError` for configurations that don't go
  ///   together.
  func open() throws -> (store: SQLiteStore, identifiersByName: [String: String]) {
    guard configurations.count > 1 else {
      let store = try open(configurations[0], schema)
      return (store, [configurations[0].name: store.history.storeIdentifier])
    }
    try checkConfigurations()
    let federation = try StoreFederation(schema, configurations.map { .init(name: $0.name, backend: try backend($0)) })
    return (try copy(of: federation, named: configurations[0].name), federation.identifiersByName)
  }

  /// Opens the store of a configuration; contexts use the library's own stores directly, any other through a copy.
  private func open<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ schema: Schema
  ) throws -> SQLiteStore {
    let store = try makeStore(configuration, schema)
    if let store = store as? DefaultStore { return store.store }
    return try copy(of: DataStoreBackend(store), named: configuration.name)
  }

  private func copy(of backend: some StoreBackend, named name: String) throws -> SQLiteStore {
    try SQLiteStore(
      schema: schema, configuration: ModelConfiguration(name, schema: schema, isStoredInMemoryOnly: true),
      copyOf: WorkingCopy(backend))
  }

  private func makeStore<Configuration: DataStoreConfiguration>(
    _ given: Configuration, _ schema: Schema
  ) throws -> Configuration.Store {
    try given.validate()
    var configuration = given
    configuration.schema = schema
    return try Configuration.Store(configuration, migrationPlan: migrationPlan)
  }

  private func backend<Configuration: DataStoreConfiguration>(_ configuration: Configuration) throws -> any StoreBackend
  {
    guard let own = configuration.schema else { throw SwiftDataError.missingSchema(configuration.name) }
    let schema = Schema(own.entities.map(\.properties.modelType), version: max(own.version, schema.version))
    return DataStoreBackend(try makeStore(configuration, schema))
  }

  private func checkConfigurations() throws {
    for configuration in configurations {
      for entity in configuration.schema?.entities ?? [] where schema.entity(named: entity.name) == nil {
        throw SwiftDataError.entityNotInContainer(entity.name, configuration.name)
      }
    }
    try checkEntities()
    try checkPlaces()
  }

  /// Checks, before any store is opened, that each entity is in one configuration.
  private func checkEntities() throws {
    var names: [String: String] = [:]
    for configuration in configurations {
      for entity in configuration.schema?.entities ?? [] {
        if let other = names.updateValue(configuration.name, forKey: entity.name) {
          throw SwiftDataError.entityInTwoConfigurations(entity.name, other, configuration.name)
        }
      }
    }
    guard configurations.allSatisfy({ $0.schema != nil }) else { return }
    if let missing = schema.entities.first(where: { names[$0.name] == nil }) {
      throw SwiftDataError.entityInNoConfiguration(missing.name)
    }
  }

  /// Checks that no two configurations have the same file or name; those in memory need no name.
  private func checkPlaces() throws {
    var names: Set<String> = []
    var files: Set<String> = []
    for configuration in configurations {
      let model = configuration as? ModelConfiguration
      let isUnnamed = model?.isStoredInMemoryOnly == true && configuration.name == ModelConfiguration.defaultName
      let file = model.flatMap { $0.isStoredInMemoryOnly ? nil : $0.url.standardizedFileURL.path }
      guard isUnnamed || names.insert(configuration.name).inserted, file.map({ files.insert($0).inserted }) ?? true
      else { throw SwiftDataError.duplicateConfiguration(configuration.name) }
    }
  }
}
