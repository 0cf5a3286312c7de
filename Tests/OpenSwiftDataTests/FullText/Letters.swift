import Foundation
import OpenSwiftData

enum Letters1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Letter.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Letter {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// With a full-text index.
enum Letters2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Letter.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Letter {
    #FullTextIndex<Letter>(\.text)
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// With the text under another name, in a new table.
enum Letters3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Letter.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Letter {
    #FullTextIndex<Letter>(\.body)
    @Attribute(originalName: "text") var body: String
    var pages = 1
    init(_ text: String) { body = text }
  }
}

/// Without the index again.
enum Letters4: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Letter.self] }
  static let versionIdentifier = Schema.Version(4, 0, 0)

  @Model final class Letter {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// Without letters.
enum Letters5: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Card.self] }
  static let versionIdentifier = Schema.Version(5, 0, 0)

  @Model final class Card {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// With stamps, whose words are indexed too.
enum Letters6: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Letter.self, Stamp.self] }
  static let versionIdentifier = Schema.Version(6, 0, 0)

  @Model final class Letter {
    #FullTextIndex<Letter>(\.text)
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model final class Stamp {
    #FullTextIndex<Stamp>(\.words)
    var words: String
    init(_ words: String) { self.words = words }
  }
}

enum LettersPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Letters1.self, Letters2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: Letters1.self, toVersion: Letters2.self, willMigrate: nil) { context in
        let dear = #Predicate<Letters2.Letter> { $0.text.contains("Dear") }
        for letter in try context.fetch(FetchDescriptor(predicate: dear)) {
          letter.text = "Sorry, " + letter.text.dropFirst(5)
        }
        try context.save()
      }
    ]
  }
}

/// Asks for an index that can't be.
@Model final class Crate {
  #FullTextIndex<Crate>(\.name, \.weight)
  var name: String
  var weight: Int

  init(_ name: String, weight: Int) {
    self.name = name
    self.weight = weight
  }
}

struct PostalAddress: Codable, Hashable {
  var street: String
  var city: String
}

@Model final class Envelope {
  #FullTextIndex<Envelope>(\.address.street)
  var address: PostalAddress
  init(_ address: PostalAddress) { self.address = address }
}
