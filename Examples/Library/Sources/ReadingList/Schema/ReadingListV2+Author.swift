import SwiftData

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
