import Foundation

/// A store and the contexts that work on it.
///
/// Contexts keep the store open: it closes, and a store in memory vanishes, when the container and its contexts are
/// gone.
///
/// Source: SwiftData, `ModelContainer`.
public final class ModelContainer: Sendable {
  /// The models that the container holds.
  public let schema: Schema
  /// The versions of the models and the stages between them, if the container was made with a plan.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The configurations that it was made from, except those of custom stores.
  public let configurations: Set<ModelConfiguration>

  /// The identifiers of the stores, by the names of their configurations.
  private let storeIdentifiers: [String: String]
  let store: SQLiteStore
  @MainActor private var madeMainContext: ModelContext?

  init(opening: ContainerOpening) throws {
    schema = opening.schema
    migrationPlan = opening.migrationPlan
    configurations = opening.modelConfigurations
    (store, storeIdentifiers) = try opening.open()
    OpenContainers.shared.add(self)
  }

  deinit { OpenContainers.shared.remove(ObjectIdentifier(self)) }

  /// Creates another container for an open store: for the contexts of a migration, or after the first one is gone.
  init(store: SQLiteStore) {
    self.store = store
    schema = store.schema
    migrationPlan = nil
    configurations = [store.configuration]
    storeIdentifiers = [store.configuration.name: store.history.storeIdentifier]
  }

  /// The identifier of a row, whether the row exists or not.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a type that the container does not hold.
  public func identifier(of type: any PersistentModel.Type, primaryKey: Int64) throws -> PersistentIdentifier {
    PersistentIdentifier(entity: try store.table(for: type).identity, key: primaryKey)
  }

  /// The context of the user interface: bound to the main actor, with a connection of its own that waits for no writer.
  ///
  /// It saves automatically, see `ModelContext.autosaveEnabled`.
  @MainActor public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(self, isolation: .main)
    context.autosaveEnabled = true
    madeMainContext = context
    store.followOtherProcesses()
    return context
  }

  /// The identifier of a configuration's store, as in persistent identifiers, transactions and tokens; nil if there is
  /// none.
  ///
  /// Source: SwiftData, `ModelContainer.storeIdentifier(forConfigurationNamed:)`.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? { storeIdentifiers[name] }
}

extension ModelContainer: Equatable {
  /// Whether both are the same container.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
}

extension ModelContainer {
  /// Opens the stores of the configurations, creates those that are missing, and migrates those that are older.
  ///
  /// With several configurations each has the schema of some of the models, every entity is in one of them, and no
  /// relationship leads from one to another. Such a container keeps a copy of all models in memory; see `DataStore`.
  ///
  /// A store whose schema differs is migrated by the stages of the plan. Without a plan, or without a new version
  /// number, a store is still migrated if that loses no value and needs no code. A file is copied to
  /// `<store>.backup-<version>` first.
  ///
  /// - Parameter configurations: where the stores are; by default a file at the default place.
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

  /// Copies what is saved into a new store: one consistent state, while contexts and other processes read and write.
  ///
  /// The copy has mode 0600, and large values in files beside the store are copied too. O(n) in the size of the store.
  ///
  /// - Parameter url: the file to create; its folder must exist.
  /// - Throws: `StoreError` if the file exists, if the copy can't be written, or if the file of a large value is
  ///   missing (kind `.damaged`); then nothing is left of the copy.
  ///
  /// Source: https://www.sqlite.org/backup.html
  public func copyStore(to url: URL) throws { try store.copy(to: url) }

  /// Checks the whole store for damage, in O(n log n) of its size; returns a phrase for each problem.
  ///
  /// File and full-text indexes are checked side by side: SQLite's structures, whether all tables, columns and indexes of
  /// the models are there, whether references lead to rows, whether the models can read each value, and whether the
  /// indexes have the texts of all rows. Values in files of their own are not read.
  ///
  /// Others are kept from writing only while SQLite looks whether the parts of the indexes fit together, which takes some
  /// hundredths of the time. What could not be checked is one of the problems, if there are others.
  ///
  /// - Throws: `StoreError` if the store can't be checked, for instance as somebody else keeps it locked, and no problem
  ///   was found; `SwiftDataError.nestedWrite` from inside of a write on the same thread.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  public func storeProblems() throws -> [String] { try store.problems() }

  /// Deletes all models of the store, without regard to delete rules.
  ///
  /// The models of all contexts, those of other processes too, become deleted. Unsaved changes stay unsaved: inserted
  /// models can still be saved, and saving a changed one fails because its row is gone. The container remains usable. A
  /// failure is only reported on standard error; `erase()` throws it.
  ///
  /// Source: SwiftData, `ModelContainer.deleteAllData()`.
  public func deleteAllData() {
    do {
      try store.deleteAllRows(forgetsHistory: false)
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("OpenSwiftData: nothing was deleted: \(error)\n".utf8))
    }
  }

  /// Deletes all models of the store and its history, and returns the space to the file system.
  ///
  /// The file, its backups, the container and its contexts remain, as after `deleteAllData()`.
  ///
  /// - Throws: `StoreError`, or `SwiftDataError.savingNotAllowed`.
  ///
  /// Source: SwiftData, `ModelContainer.erase()`.
  public func erase() throws {
    try store.deleteAllRows(forgetsHistory: true)
    try store.vacuum()
  }
}
