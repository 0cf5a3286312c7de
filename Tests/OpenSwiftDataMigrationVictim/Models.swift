import Foundation
import OpenSwiftData

/// The first version: what a filled store has.
enum Version1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self, Tag.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Entry {
    #Index<Entry>([\.title])
    var title: String
    var number: Int
    /// The last comes first.
    var position: Double
    @Attribute(.externalStorage) var body: Data?
    init(title: String, number: Int) {
      self.title = title
      self.number = number
      position = -Double(number) / 8
    }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// The rows have to move to another table, and an entity goes.
enum Version2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Entry {
    #Index<Entry>([\.name])
    @Attribute(originalName: "title") var name: String
    var number: Double
    var position: Double
    var uid = UUID()
    @Attribute(.externalStorage) var body: Data?
    init(name: String, number: Double) {
      self.name = name
      self.number = number
      position = 0
    }
  }
}

/// Every row is written by code.
enum Version3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Entry {
    @Attribute(.unique) var label: String
    var number: Double
    @Attribute(originalName: "position") var orderKey: OrderKey
    var uid = UUID()
    @Attribute(.externalStorage) var body: Data?
    init(label: String, number: Double) {
      self.label = label
      self.number = number
      orderKey = .first
    }
  }
}

enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Version1.self, Version2.self, Version3.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: Version1.self, toVersion: Version2.self),
      .custom(fromVersion: Version2.self, toVersion: Version3.self) { old, new in
        for entry in try old.fetch(FetchDescriptor<Version2.Entry>()) {
          let twin = new.model(for: entry.persistentModelID) as? Version3.Entry
          twin?.label = "\(entry.name) (\(Int(entry.number)))"
        }
        try new.save()
        say("migrated")
        if isHeld { _ = readLine() }
      },
    ]
  }
}
