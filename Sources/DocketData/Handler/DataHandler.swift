import Foundation
import SwiftData

/// Makes every change to items, off the main actor, each in a transaction of its own.
///
/// Make a fresh one for each operation; it takes and returns identifiers and values, never models. Where it is made
/// does not matter: it runs on its own queue, unless it was made with the main context. What it changes is written into
/// the journal in the same transaction, under the name of its author, so that it can be undone.
@ModelActor
public actor DataHandler {
  /// Creates a handler that works on the main actor, with the main context.
  ///
  /// Its changes make the main actor wait for the disk: for tests and previews.
  @MainActor
  public init(modelContainer: ModelContainer, mainActor _: Bool, author: String = "") {
    modelContainer.mainContext.author = author
    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContainer.mainContext)
    self.modelContainer = modelContainer
  }

  /// Creates a handler with a queue of its own.
  ///
  /// - Parameter author: who is written down as the one who makes its changes.
  public init(modelContainer: ModelContainer, author: String) {
    let context = ModelContext(modelContainer)
    context.author = author
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    self.modelContainer = modelContainer
  }
}
