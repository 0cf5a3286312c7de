import Foundation
import OpenSwiftData

/// The first version of the models that the tests of lightweight migrations change.
enum Books1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Book {
    #Index<Book>([\.title])
    var title: String
    var pages: Int
    var subtitle: String?
    var note = ""

    init(_ title: String, pages: Int = 0, subtitle: String? = nil, note: String = "") {
      self.title = title
      self.pages = pages
      self.subtitle = subtitle
      self.note = note
    }
  }

  @Model final class Shelf {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Adds attributes with and without defaults, removes one, renames one, adds and removes an entity and an index.
enum Books2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Reader.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    #Index<Book>([\.pages, \.name])
    @Attribute(originalName: "title") var name: String
    var pages: Int
    var subtitle: String?
    var isbn: String?
    var rating = 3
    var language: String? = "de"
    var uid = UUID()
    init(_ name: String) {
      self.name = name
      pages = 1
    }
  }

  @Model final class Reader {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Only renames, adds an empty attribute and removes one: no row has to move.
enum BooksAltered: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(1, 1, 0)

  @Model final class Book {
    #Index<Book>([\.name])
    @Attribute(originalName: "title") var name: String
    var pages: Int
    var subtitle: String?
    var isbn: String?
    init(_ name: String) {
      self.name = name
      pages = 1
    }
  }
}

/// An attribute that rows of the first version have no value for.
enum BooksRequiring: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    var title: String
    var pages: Int
    var subtitle: String?
    var note = ""
    var isbn: String
    init(isbn: String) {
      title = ""
      pages = 0
      self.isbn = isbn
    }
  }
}

/// What was optional is not, with a default and without; what was not is.
enum BooksStrict: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    #Index<Book>([\.title])
    var title: String?
    var pages: Int
    var subtitle = "none"
    var note: String?
    init() { pages = 0 }
  }
}

enum BooksStricter: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    #Index<Book>([\.title])
    var title: String
    var pages: Int
    var subtitle: String
    var note = ""
    init() {
      title = ""
      pages = 0
      subtitle = ""
    }
  }
}

/// The title has to be unique.
enum BooksUnique: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    @Attribute(.unique) var title: String
    var pages: Int
    var subtitle: String?
    var note = ""
    init(_ title: String, pages: Int = 0) {
      self.title = title
      self.pages = pages
    }
  }
}

/// The same columns; only what is remembered differs.
enum BooksMarked: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Books1.Shelf.self] }
  static let versionIdentifier = Schema.Version(1, 0, 1)

  @Model final class Book {
    #Index<Book>([\.title])
    @Attribute(hashModifier: "v2") var title: String
    var pages: Int
    var subtitle: String?
    var note = ""
    init(_ title: String) {
      self.title = title
      pages = 0
    }
  }
}
