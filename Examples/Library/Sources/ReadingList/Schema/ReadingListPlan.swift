import SwiftData

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
