import OpenSwiftData

/// The owner of the relationship that is touched owner by owner.
@Model
final class Shelf {
  var name: String
  @Relationship(inverse: \Book.shelf) var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model
final class Book {
  var title: String
  var shelf: Shelf?

  init(title: String, shelf: Shelf) {
    self.title = title
    self.shelf = shelf
  }
}
