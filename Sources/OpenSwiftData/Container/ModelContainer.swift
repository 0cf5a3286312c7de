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
  /// The configurations it was made from.
  public let configurations: [ModelConfiguration]

  let store: SQLiteStore
  @MainActor private var madeMainContext: ModelContext?

  /// Opens the store of the first configuration, and creates it if there is none.
  ///
  /// - Throws: `StoreError` if the store can't be opened; its file is left as it was.
  public init(for schema: Schema, configurations: [ModelConfiguration] = []) throws {
    self.schema = schema
    let configuration = configurations.first ?? ModelConfiguration(schema: schema)
    self.configurations = configurations.isEmpty ? [configuration] : configurations
    store = try SQLiteStore(schema: schema, configuration: configuration)
    OpenContainers.shared.add(self)
  }

  /// Opens a store for a schema.
  public convenience init(for schema: Schema, configurations: ModelConfiguration...) throws {
    try self.init(for: schema, configurations: configurations)
  }

  /// Opens a store for some model types.
  public convenience init(for types: any PersistentModel.Type..., configurations: ModelConfiguration...) throws {
    try self.init(for: Schema(types), configurations: configurations)
  }

  /// The container of a store whose first container is gone but whose contexts still live.
  init(store: SQLiteStore) {
    self.store = store
    schema = store.schema
    configurations = [store.configuration]
  }

  /// The identifier of a row, whether there is one or not.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a type that the container does not hold.
  public func identifier(of type: any PersistentModel.Type, primaryKey: Int64) throws -> PersistentIdentifier {
    PersistentIdentifier(entity: try store.table(for: type).identity, key: primaryKey)
  }

  /// The context of the user interface: bound to the main actor, with a connection of its own that waits for no writer.
  @MainActor public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(self, isolation: .main)
    madeMainContext = context
    store.followOtherProcesses()
    return context
  }
}
