import DocketLocking
import Foundation
import SwiftData

/// The containers of the program, and the factories of the handlers that change them.
///
/// Front ends receive the factories, never the containers of a handler. A container is opened when it is first asked
/// for, so a preview never touches a file.
public final class DataProvider: Sendable {
  private struct Containers {
    var persistent: ModelContainer?
    var preview: ModelContainer?
  }

  /// The file of the persistent store.
  public let storeURL: URL

  /// Who is written down as the one who makes the changes, and whose steps are undone.
  public let author: String

  private let containers = Lock(Containers())

  /// Creates a provider; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - storeURL: the file of the persistent store.
  ///   - author: who makes the changes; the name of the user, unless told otherwise.
  public init(storeURL: URL, author: String = NSUserName()) {
    self.storeURL = storeURL
    self.author = author
  }

  /// The container of the file, or the one in memory.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func modelContainer(preview: Bool = false) throws -> ModelContainer {
    try preview ? previewContainer() : persistentContainer()
  }

  /// A factory of handlers, each with a context and an executor of its own.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func dataHandlerCreator(preview: Bool = false) throws -> @Sendable () async -> DataHandler {
    let container = try modelContainer(preview: preview)
    return { [author] in DataHandler(modelContainer: container, author: author) }
  }

  /// A factory of handlers that work on the main actor, with the main context.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func dataHandlerWithMainContextCreator(
    preview: Bool = false
  ) throws -> @Sendable @MainActor () async -> DataHandler {
    let container = try modelContainer(preview: preview)
    return { [author] in DataHandler(modelContainer: container, mainActor: true, author: author) }
  }

  private func persistentContainer() throws -> ModelContainer {
    try containers.withLock { containers in
      if let container = containers.persistent { return container }
      let container = try Self.open(ModelConfiguration(schema: Self.schema, url: storeURL))
      containers.persistent = container
      return container
    }
  }

  private func previewContainer() throws -> ModelContainer {
    try containers.withLock { containers in
      if let container = containers.preview { return container }
      let container = try Self.open(ModelConfiguration(schema: Self.schema, isStoredInMemoryOnly: true))
      containers.preview = container
      return container
    }
  }

  /// Lets go of the containers.
  ///
  /// - Returns: whether there was one of the file.
  func letGo() -> Bool {
    let old = containers.withLock { containers in
      defer { containers = Containers() }
      return containers
    }
    return old.persistent != nil
  }

  static let schema = Schema(versionedSchema: CurrentScheme.self)

  private static func open(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(for: schema, migrationPlan: ItemMigrationPlan.self, configurations: [configuration])
  }
}
