import Foundation
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

extension ReadingListV2 {
  /// A book that somebody means to read, reads, or has read.
  @Model public final class Book {
    #Index<Book>([\.title])

    /// How far the reader is.
    public enum Progress: String, Codable, Sendable {
      case waiting
      case reading
      case finished
    }

    /// What the cover says.
    public var title: String
    /// The number of pages, 0 if nobody counted.
    public var pages = 0
    /// How far the reader is.
    public var progress = Progress.waiting
    /// When the last page was read.
    public var finishedOn: Date?
    /// Who wrote it.
    public var author: Author?
    /// Where it stands.
    public var shelves: [Shelf] = []

    /// Creates a book that belongs to no context.
    public init(title: String, pages: Int = 0, author: Author? = nil) {
      self.title = title
      self.pages = pages
      self.author = author
    }
  }
}

extension ReadingListV2 {
  /// Somebody who wrote books.
  @Model public final class Author {
    /// The name, which no two authors share.
    @Attribute(.unique) public var name: String
    /// The books, which go when the author goes.
    @Relationship(deleteRule: .cascade, inverse: \Book.author) public var books: [Book] = []

    /// Creates an author that belongs to no context.
    public init(name: String) { self.name = name }
  }
}

extension ReadingListV2 {
  /// A row of books in an order of one's own.
  @Model public final class Shelf {
    /// The name, which no two shelves share.
    @Attribute(.unique) public var name: String
    /// The books, in the order in which they stand; a book may stand on several shelves.
    @Relationship(inverse: \Book.shelves) public var books: [Book] = []

    /// Creates a shelf that belongs to no context.
    public init(name: String) { self.name = name }
  }
}
