import Foundation
import OpenSwiftData

/// A list with an inverse to one model, and a list without inverse.
enum Links1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Tag.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Author {
    var name: String
    var books: [Book] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var author: Author?
    var tags: [Tag] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Tag {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Many to many on both sides, renamed, in tables whose rows move.
enum Links2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Author {
    var name: String
    var books: [Book] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var rating = 1
    @Relationship(originalName: "author") var authors: [Author] = []
    @Relationship(originalName: "tags") var labels: [Tag] = []
    init(_ title: String) { self.title = title }
  }

  @Model final class Tag {
    var name: String
    var books: [Book] = []
    init(_ name: String) { self.name = name }
  }
}

/// Back to one author, and the tags from their own side only.
enum Links3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Tag.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Author {
    var name: String
    var books: [Book] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var rating = 1
    @Relationship(originalName: "authors") var author: Author?
    init(_ title: String) { self.title = title }
  }

  @Model final class Tag {
    var name: String
    var books: [Book] = []
    init(_ name: String) { self.name = name }
  }
}

/// Only the rule differs.
enum LinksRuled: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Links1.Tag.self] }
  static let versionIdentifier = Schema.Version(1, 1, 0)

  @Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade) var books: [Book] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var author: Author?
    var tags: [Links1.Tag] = []
    init(_ title: String) { self.title = title }
  }
}

/// One tag for each book, and an author that there must be; the author's own list is gone, and so are no rows.
enum LinksSingle: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Links1.Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Author {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var author: Author
    @Relationship(originalName: "tags") var tag: Links1.Tag?
    init(_ title: String, author: Author) {
      self.title = title
      self.author = author
    }
  }
}

/// A relationship that leads elsewhere, an attribute that becomes one.
enum LinksElsewhere: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Author.self, Book.self, Links1.Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Author {
    var name: Links1.Tag?
    init() {}
  }

  @Model final class Book {
    var title: String
    var author: Links1.Tag?
    var tags: [Author] = []
    init(_ title: String) { self.title = title }
  }
}

/// New relationships where there were none.
enum LinksAdded: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Tag {
    var name: String
    @Relationship(inverse: \Tag.children) var parent: Tag?
    var children: [Tag] = []
    var friends: [Tag] = []
    init(_ name: String) { self.name = name }
  }
}
