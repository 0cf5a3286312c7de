import Foundation

/// A store and the contexts that work on it.
///
/// Contexts keep the store open: it closes when the container and all of its contexts are gone. A store in memory
/// vanishes then.
///
/// Source: SwiftData, `ModelContainer`.
public final class ModelContainer: Sendable {
  /// The models that the container holds.
  public let schema: Schema
  /// The versions of the models and the ways between them, if the container was made with a plan.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The configurations it was made from.
  public let configurations: [ModelConfiguration]

  let store: SQLiteStore
  @MainActor private var madeMainContext: ModelContext?

  /// Opens the store of the first configuration, creates it if there is none, and migrates it if it is older.
  ///
  /// A store whose schema differs is migrated by the stages of the plan. Without a plan, or without a new version
  /// number, a difference that loses nothing and leaves nothing open is bridged all the same. Before a file is changed a
  /// copy is kept beside it: `<store>.backup-<version>`.
  ///
  /// - Parameters:
  ///   - schema: the models.
  ///   - migrationPlan: the versions of the models and the ways between them.
  ///   - configurations: where the store is; by default a file at the default place.
  /// - Throws: `StoreError` if the store can't be opened or migrated, and what the plan's code throws; the file is left
  ///   as it was.
  public init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = []
  ) throws {
    let configuration = configurations.first ?? ModelConfiguration(schema: schema)
    let schema = try migrationPlan?.target(schema, location: configuration.url.path) ?? schema
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = configurations.isEmpty ? [configuration] : configurations
    store = try SQLiteStore(schema: schema, configuration: configuration, migrationPlan: migrationPlan)
    OpenContainers.shared.add(self)
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

  /// The container of a store whose first container is gone but whose contexts still live.
  init(store: SQLiteStore) {
    self.store = store
    schema = store.schema
    migrationPlan = nil
    configurations = [store.configuration]
  }

  /// The identifier of a row, whether there is one or not.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a type that the container does not hold.
  public func identifier(of type: any PersistentModel.Type, primaryKey: Int64) throws -> PersistentIdentifier {
    PersistentIdentifier(entity: try store.table(for: type).identity, key: primaryKey)
  }

  /// The context of the user interface: bound to the main actor, with a connection of its own that waits for no writer.
  ///
  /// It saves by itself, see `ModelContext.autosaveEnabled`.
  @MainActor public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(self, isolation: .main)
    context.autosaveEnabled = true
    madeMainContext = context
    store.followOtherProcesses()
    return context
  }
}
