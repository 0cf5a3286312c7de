import Foundation
import SwiftData

/// Makes every change to items, off the main actor, each in a transaction of its own.
///
/// Make a fresh one for each operation; it takes and returns identifiers and values, never models. Where it is made
/// does not matter: it runs on its own queue, unless it was made with the main context.
@ModelActor
public actor DataHandler {
  /// Creates a handler that works on the main actor, with the main context.
  @MainActor
  public init(modelContainer: ModelContainer, mainActor _: Bool) {
    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContainer.mainContext)
    self.modelContainer = modelContainer
  }
}
