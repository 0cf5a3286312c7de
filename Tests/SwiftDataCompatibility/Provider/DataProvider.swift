import SwiftData

/// The one place that makes containers; the user interface gets factories of handlers from it.
public final class DataProvider: Sendable {
  /// The provider of the app.
  public static let shared = DataProvider()

  /// The container of the file.
  public let sharedModelContainer: ModelContainer = {
    let schema = Schema(CurrentSchema.models)
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: false)
    do {
      return try ModelContainer(for: schema, configurations: [configuration])
    } catch {
      fatalError("Could not create ModelContainer: \(error)")
    }
  }()

  /// The container of previews, in memory.
  public let previewContainer: ModelContainer = {
    let schema = Schema(CurrentSchema.models)
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    do {
      return try ModelContainer(for: schema, configurations: [configuration])
    } catch {
      fatalError("Could not create ModelContainer: \(error)")
    }
  }()

  /// Creates a provider with containers of its own.
  public init() {}

  /// A factory of handlers that work in the background.
  public func dataHandlerCreator(preview: Bool = false) -> @Sendable () async -> DataHandler {
    let container = preview ? previewContainer : sharedModelContainer
    return { DataHandler(modelContainer: container) }
  }

  /// A factory of handlers that work on the main actor.
  public func dataHandlerWithMainContextCreator(
    preview: Bool = false
  ) -> @Sendable @MainActor () async -> DataHandler {
    let container = preview ? previewContainer : sharedModelContainer
    return { DataHandler(modelContainer: container, mainActor: true) }
  }
}
