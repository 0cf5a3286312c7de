import Foundation
import OpenSwiftData

/// A person has one name.
enum People1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Person {
    var name: String
    var age: String
    init(_ name: String, age: String = "0") {
      self.name = name
      self.age = age
    }
  }
}

/// A person has two names, both required and without a default, and a unique address.
enum People2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Person {
    var first: String
    var last: String
    @Attribute(.unique) var address: String
    var age: String
    init(first: String, last: String) {
      self.first = first
      self.last = last
      address = "\(first)@\(last)"
      age = "0"
    }
  }
}

/// The age is a number, and the names are one text again.
enum People3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Person {
    var label: String
    @Attribute(.unique) var address: String
    var age: Int
    init(label: String, age: Int) {
      self.label = label
      address = label
      self.age = age
    }
  }
}

/// Every kind of stage, and one back.
enum PeoplePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [People1.self, People2.self, People3.self] }
  static var stages: [MigrationStage] { [split, join, back] }

  /// Both sides at once, as the first stage.
  static let split = MigrationStage.custom(fromVersion: People1.self, toVersion: People2.self) { old, new in
    for person in try old.fetch(FetchDescriptor<People1.Person>()) {
      let names = person.name.split(separator: " ").map(String.init)
      guard let twin = new.model(for: person.persistentModelID) as? People2.Person else { continue }
      (twin.first, twin.last) = (names[0], names.last ?? "")
      twin.address = "\(twin.first)@\(twin.last)"
    }
  }

  /// Both sides at once, after a stage that is not committed.
  static let join = MigrationStage.custom(fromVersion: People2.self, toVersion: People3.self) { old, new in
    for person in try old.fetch(FetchDescriptor<People2.Person>(sortBy: [SortDescriptor(\.last)])) {
      let twin = new.model(for: person.persistentModelID) as? People3.Person
      twin?.label = "\(person.last), \(person.first)"
      if Int(person.age) == nil { twin?.age = -1 }
    }
    try new.save()
  }

  /// A downgrade.
  static let back = MigrationStage.custom(
    fromVersion: People3.self, toVersion: People1.self, willMigrate: nil,
    didMigrate: { context in
      for person in try context.fetch(FetchDescriptor<People1.Person>()) { person.name = "person \(person.age)" }
    })
}

/// Rows that would break a new rule are put in order first.
enum PeopleDeduplicating: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Books1.self, BooksUnique.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Books1.self, toVersion: BooksUnique.self,
        willMigrate: { context in
          var seen: Set<String> = []
          for book in try context.fetch(FetchDescriptor<Books1.Book>(sortBy: [SortDescriptor(\.pages)])) {
            if !seen.insert(book.title).inserted { context.delete(book) }
          }
          try context.save()
        }, didMigrate: nil)
    ]
  }
}

/// Code that fails after it wrote and saved.
enum FailingPlan: SchemaMigrationPlan {
  struct Refusal: Error {}

  static var schemas: [any VersionedSchema.Type] { [Books1.self, Books2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Books1.self, toVersion: Books2.self,
        willMigrate: { context in
          for book in try context.fetch(FetchDescriptor<Books1.Book>()) { context.delete(book) }
        },
        didMigrate: { context in
          context.insert(Books2.Book("never seen"))
          try context.save()
          throw Refusal()
        })
    ]
  }
}

enum LightweightPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Books1.self, Books2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: Books1.self, toVersion: Books2.self)] }
}

/// A person before the version was published.
enum EarlyPeople {
  @Model final class Person {
    var name: String
    var age = "0"
    var draft: String?
    init(_ name: String) { self.name = name }
  }
}
