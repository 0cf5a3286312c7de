import Foundation
import SwiftData

/// Opens reading lists.
public enum ReadingListStore {
  /// Opens the list in a file; creates it if there is none, and migrates it if it is older.
  public static func open(at url: URL) throws -> ModelContainer {
    let schema = Schema(versionedSchema: ReadingListV2.self)
    return try ModelContainer(
      for: schema, migrationPlan: ReadingListPlan.self, configurations: ModelConfiguration(schema: schema, url: url))
  }

  /// A list that lives in memory, for tests and previews.
  public static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: ReadingListV2.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
