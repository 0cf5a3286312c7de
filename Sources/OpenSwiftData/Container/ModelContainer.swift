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
  /// The configurations it was made from, as far as they are those of the library's own store.
  public let configurations: Set<ModelConfiguration>

  /// What the stores of the configurations are called in identifiers.
  let storeIdentifiers: [String: String]
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

  /// The container of a store whose first container is gone but whose contexts still live.
  init(store: SQLiteStore) {
    self.store = store
    schema = store.schema
    migrationPlan = nil
    configurations = [store.configuration]
    storeIdentifiers = [store.configuration.name: store.history.storeIdentifier]
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
