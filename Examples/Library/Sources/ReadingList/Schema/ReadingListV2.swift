import SwiftData

/// The second version: authors and shelves are models, and books know their pages and progress.
public enum ReadingListV2: VersionedSchema {
  /// The models of this version.
  public static var models: [any PersistentModel.Type] { [Author.self, Book.self, Shelf.self] }
  /// The number of this version.
  public static let versionIdentifier = Schema.Version(2, 0, 0)
}

/// The author of the current version.
public typealias Author = ReadingListV2.Author
/// The book of the current version.
public typealias Book = ReadingListV2.Book
/// The shelf of the current version.
public typealias Shelf = ReadingListV2.Shelf
