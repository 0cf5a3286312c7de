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
