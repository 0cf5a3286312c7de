import Foundation
import SwiftData

enum ReadingV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum ReadingV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    var pages = 0
    init(title: String) { self.title = title }
  }
}

enum ReadingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ReadingV1.self, ReadingV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: ReadingV1.self, toVersion: ReadingV2.self) { old, new in
        for book in try old.fetch(FetchDescriptor<ReadingV1.Book>()) {
          let twin = new.model(for: book.persistentModelID) as? ReadingV2.Book
          twin?.title = book.title.uppercased()
        }
      }
    ]
  }
}
