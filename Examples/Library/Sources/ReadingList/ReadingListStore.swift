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

// MARK: - Migration

/// How a store of the first version becomes one of the second.
public enum ReadingListPlan: SchemaMigrationPlan {
  /// The versions, the oldest first.
  public static var schemas: [any VersionedSchema.Type] { [ReadingListV1.self, ReadingListV2.self] }
  /// The ways between them.
  public static var stages: [MigrationStage] { [authorsBecomeModels] }

  /// Gives each name that books mention one author.
  private static let authorsBecomeModels = MigrationStage.custom(
    fromVersion: ReadingListV1.self, toVersion: ReadingListV2.self
  ) { old, new in
    var authors: [String: Author] = [:]
    for oldBook in try old.fetch(FetchDescriptor<ReadingListV1.Book>()) {
      let author = authors[oldBook.author] ?? Author(name: oldBook.author)
      authors[oldBook.author] = author
      // The old and the new model of one row have the same identifier.
      let book = new.model(for: oldBook.persistentModelID) as? Book
      book?.author = author
    }
  }
}
