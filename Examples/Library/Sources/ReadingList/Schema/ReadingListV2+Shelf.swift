import SwiftData

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
