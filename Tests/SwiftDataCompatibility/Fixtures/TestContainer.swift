import Foundation
import SwiftData

/// Containers of their own for one test each.
enum TestContainer {
  static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// A store in a file named after the test; one that an earlier run left is removed first.
  static func temporary(_ name: String) throws -> ModelContainer {
    let directory = FileManager.default.temporaryDirectory.appending(component: "SwiftDataCompatibility")
    let url = directory.appending(component: name.filter(\.isLetter)).appendingPathExtension("sqlite")
    try? FileManager.default.removeItem(at: url)
    let schema = Schema(CurrentSchema.models)
    return try ModelContainer(for: schema, configurations: [ModelConfiguration(url: url)])
  }
}
