import Foundation
import OpenSwiftData

/// Texts that become values with one spelling, and identifiers that may be missing.
enum Tags1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Tag.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Tag {
    var name: String
    var identifier: String
    var amount: String
    var link: String?
    var mark: UUID?

    init(_ name: String, identifier: String, amount: String, link: String?, mark: UUID?) {
      self.name = name
      self.identifier = identifier
      self.amount = amount
      self.link = link
      self.mark = mark
    }
  }
}

enum Tags2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Tag {
    @Attribute(originalName: "name") var first: String
    @Attribute(originalName: "name") var last: String
    var identifier: UUID
    var amount: Decimal
    var link: URL?
    var mark = UUID()

    init() {
      (first, last, amount) = ("", "", 0)
      identifier = UUID()
    }
  }
}

/// One attribute becomes two, and nothing else changes.
enum TagsSplit: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Tag.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Tag {
    @Attribute(originalName: "name") var first: String
    @Attribute(originalName: "name") var last: String
    var identifier: String
    var amount: String
    var link: String?
    var mark: UUID?
    init() { (first, last, identifier, amount) = ("", "", "", "") }
  }
}

/// The entity has another name.
enum Labels: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Label.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Label {
    var name: String
    var identifier: String
    var amount: String
    var link: String?
    var mark: UUID?
    init(_ name: String) { (self.name, identifier, amount) = (name, "", "") }
  }
}

enum LabelsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Tags1.self, Labels.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: Tags1.self, toVersion: Labels.self) { old, new in
        for tag in try old.fetch(FetchDescriptor<Tags1.Tag>()) { new.insert(Labels.Label(tag.name)) }
      }
    ]
  }
}

enum Moods1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)
  enum Mood: String, Codable { case calm, busy, wild }

  @Model final class Person {
    var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

/// A case is gone.
enum Moods2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)
  enum Mood: String, Codable { case calm, busy }

  @Model final class Person {
    var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}
