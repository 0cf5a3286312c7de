import OpenSwiftData

/// What the tests of chained renames begin with.
enum Volumes1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Person {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Volume {
    var title: String
    var note: String
    var author: Person?
    var editor: Person?
    var readers: [Person] = []
    var owners: [Person] = []
    init(_ title: String, note: String) { (self.title, self.note) = (title, note) }
  }
}

/// Each name that is given up is given to another property, in place.
enum Volumes2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Volume {
    @Attribute(originalName: "note") var title: String
    @Attribute(originalName: "title") var heading: String
    @Relationship(originalName: "editor") var author: Volumes1.Person?
    @Relationship(originalName: "author") var writer: Volumes1.Person?
    @Relationship(originalName: "owners") var readers: [Volumes1.Person] = []
    @Relationship(originalName: "readers") var borrowers: [Volumes1.Person] = []
    init() { (title, heading) = ("", "") }
  }
}

/// The original names are still there, and another attribute makes the rows move.
enum Volumes3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Volume {
    @Attribute(originalName: "note") var title: String
    @Attribute(originalName: "title") var heading: String
    var rating = 3
    @Relationship(originalName: "editor") var author: Volumes1.Person?
    @Relationship(originalName: "author") var writer: Volumes1.Person?
    @Relationship(originalName: "owners") var readers: [Volumes1.Person] = []
    @Relationship(originalName: "readers") var borrowers: [Volumes1.Person] = []
    init() { (title, heading) = ("", "") }
  }
}

/// The original names were thought to be of no use any more.
enum VolumesForgetting: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(4, 0, 0)

  @Model final class Volume {
    var title: String
    var heading: String
    var author: Volumes1.Person?
    var writer: Volumes1.Person?
    var readers: [Volumes1.Person] = []
    var borrowers: [Volumes1.Person] = []
    init() { (title, heading) = ("", "") }
  }
}

/// They are back, for those who still have the first version.
enum VolumesRemembering: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(5, 0, 0)

  @Model final class Volume {
    @Attribute(originalName: "note") var title: String
    @Attribute(originalName: "title") var heading: String
    @Relationship(originalName: "editor") var author: Volumes1.Person?
    @Relationship(originalName: "author") var writer: Volumes1.Person?
    @Relationship(originalName: "owners") var readers: [Volumes1.Person] = []
    @Relationship(originalName: "readers") var borrowers: [Volumes1.Person] = []
    init() { (title, heading) = ("", "") }
  }
}

/// Properties of one type exchange their names, so that the tables are the same.
enum VolumesExchanged: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Volume {
    @Attribute(originalName: "note") var title: String
    @Attribute(originalName: "title") var note: String
    @Relationship(originalName: "editor") var author: Volumes1.Person?
    @Relationship(originalName: "author") var editor: Volumes1.Person?
    @Relationship(originalName: "owners") var readers: [Volumes1.Person] = []
    @Relationship(originalName: "readers") var owners: [Volumes1.Person] = []
    init() { (title, note) = ("", "") }
  }
}

/// A copy under another name, beside the original; and an attribute that gives its name to a relationship.
enum VolumesCopied: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Volumes1.Person.self, Volume.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Volume {
    var title: String
    @Attribute(originalName: "title") var sortTitle: String
    @Attribute(originalName: "note") var remark: String
    var note: Volumes1.Person?
    var author: Volumes1.Person?
    var editor: Volumes1.Person?
    var readers: [Volumes1.Person] = []
    var owners: [Volumes1.Person] = []
    init() { (title, sortTitle, remark) = ("", "", "") }
  }
}

/// Attributes alone, as in stores from before relationships.
enum Pages1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Page.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Page {
    var title: String
    var note: String
    init(_ title: String, note: String) { (self.title, self.note) = (title, note) }
  }
}

/// Each name that is given up is given to the next.
enum Pages2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Page.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Page {
    @Attribute(originalName: "note") var title: String
    @Attribute(originalName: "title") var heading: String
    init() { (title, heading) = ("", "") }
  }
}
