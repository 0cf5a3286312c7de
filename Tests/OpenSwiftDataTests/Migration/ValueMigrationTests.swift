import Foundation
import OpenSwiftData
import Testing

@Suite("Values that a migration writes")
struct ValueMigrationTests {
  private let store: TemporaryStore
  private let identifier = UUID()
  private let mark = UUID()

  init() throws {
    store = try TemporaryStore()
    let (text, mark) = (identifier.uuidString.lowercased(), mark)
    try store.fill(Tags1.self) { context in
      context.insert(Tags1.Tag("one", identifier: text, amount: "1.50", link: "http://a.b/c d", mark: nil))
      context.insert(Tags1.Tag("two", identifier: UUID().uuidString, amount: "+7e2", link: nil, mark: nil))
      context.insert(Tags1.Tag("three", identifier: UUID().uuidString, amount: "-.5", link: nil, mark: mark))
    }
  }

  @Test func textsThatBecomeValuesAreFoundByTheirValues() throws {
    let context = ModelContext(try store.open(Tags2.self))
    let (identifier, amount, link) = (identifier, Decimal(1.5), URL(string: "http://a.b/c%20d"))
    #expect(try context.count(#Predicate { $0.identifier == identifier }) == 1)
    #expect(try context.count(#Predicate { $0.amount == amount }) == 1)
    #expect(try context.count(#Predicate { $0.link == link }) == 1)
    #expect(try store.sqlite("SELECT group_concat(amount) FROM Tag") == "1.5,700,-0.5")
  }

  @Test(arguments: ["12abc", "", "1,5", "0x10", " 1", "1 ", "--1", "NaN"])
  func aTextThatIsNoNumberToItsEndIsNamed(_ text: String) throws {
    try store.sqlite("UPDATE Tag SET amount = '\(text)' WHERE id = 2")
    #expect { try store.open(Tags2.self) } throws: { isMismatch($0, naming: "Tag.amount", "row 2") }
    #expect(try store.sqlite("SELECT amount FROM Tag WHERE id = 2") == text)
  }

  @Test func rowsWithoutAValueGetADefaultOfTheirOwnEach() throws {
    let tags = try ModelContext(store.open(Tags2.self)).fetch(FetchDescriptor<Tags2.Tag>())
    #expect(Set(tags.map(\.mark)).count == 3)
    #expect(tags.map(\.mark).contains(mark))
  }

  @Test func oneAttributeBecomesTwo() throws {
    let tags = try ModelContext(store.open(TagsSplit.self)).fetch(FetchDescriptor<TagsSplit.Tag>())
    #expect(tags.map(\.first) == ["one", "two", "three"])
    #expect(tags.map(\.last) == ["one", "two", "three"])
  }

  @Test func aRenamedEntityIsNotTakenForAnotherOne() throws {
    #expect { try store.open(Labels.self) } throws: { isMismatch($0, naming: "Tag", "3 rows", "Label", "custom") }
    #expect(try store.sqlite("SELECT count(*) FROM Tag") == "3")
    let labels = try ModelContext(store.open(Labels.self, plan: LabelsPlan.self)).fetch(FetchDescriptor<Labels.Label>())
    #expect(labels.map(\.name) == ["one", "two", "three"])
  }

  @Test func anEntityWithoutRowsMayGoWhileItsLikeComes() throws {
    try store.sqlite("DELETE FROM Tag")
    #expect(try ModelContext(store.open(Labels.self)).fetchCount(FetchDescriptor<Labels.Label>()) == 0)
  }

  /// The new type reads what the old one wrote, and writes something else for it.
  @Test func textsThatTheNewTypeWritesInAnotherWayAreWrittenSo() throws {
    let other = try TemporaryStore()
    try other.fill(Spans1.self) { context in
      for text in ["2h", "90m", "2h"] { context.insert(Spans1.Task(Spans1.Span(rawValue: text))) }
      context.insert(Spans1.Task(nil))
    }
    let context = ModelContext(try other.open(Spans2.self))
    let spans = try context.fetch(FetchDescriptor<Spans2.Task>(sortBy: [SortDescriptor(\.persistentModelID)]))
    #expect(spans.map(\.length?.rawValue) == ["PT2H", "PT90M", "PT2H", nil])
    #expect(try other.sqlite("SELECT group_concat(length) FROM Task") == "PT2H,PT90M,PT2H")
    let two = Spans2.Length(rawValue: "2h")
    #expect(try context.fetchCount(FetchDescriptor<Spans2.Task>(predicate: #Predicate { $0.length == two })) == 2)
  }

  @Test func aTextThatTheNewTypeCannotReadIsNamed() throws {
    let other = try TemporaryStore()
    try other.fill(Spans1.self) { context in
      for text in ["2h", "long"] { context.insert(Spans1.Task(Spans1.Span(rawValue: text))) }
    }
    #expect { try other.open(Spans2.self) } throws: { isMismatch($0, naming: "Task.length", "row 2") }
    #expect(try other.sqlite("SELECT group_concat(duration) FROM Task") == "2h,long")
  }

  @Test func rowsWhoseCaseIsGoneAreNamed() throws {
    let other = try TemporaryStore()
    try other.fill(Moods1.self) { context in
      for mood in [Moods1.Mood.calm, .wild, .wild] { context.insert(Moods1.Person(mood)) }
    }
    #expect { try other.open(Moods2.self) } throws: { isMismatch($0, naming: "Person.mood", "2 rows", "Mood", "row 2") }
    try other.sqlite("UPDATE Person SET mood = 'busy' WHERE mood = 'wild'")
    let moods = try ModelContext(other.open(Moods2.self)).fetch(FetchDescriptor<Moods2.Person>()).map(\.mood)
    #expect(moods == [.calm, .busy, .busy])
  }
}

extension ModelContext {
  fileprivate func count(_ predicate: Predicate<Tags2.Tag>) throws -> Int {
    try fetchCount(FetchDescriptor(predicate: predicate))
  }
}

// MARK: - Models

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

/// Durations in words of their own, and the same in those of ISO 8601.
enum Spans1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Task.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  struct Span: RawRepresentable, Codable, Hashable {
    let rawValue: String
  }

  @Model final class Task {
    var duration: Span?
    init(_ duration: Span?) { self.duration = duration }
  }
}

enum Spans2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Task.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  struct Length: RawRepresentable, Codable, Hashable {
    let rawValue: String

    init?(rawValue: String) {
      guard rawValue.contains(where: \.isNumber) else { return nil }
      self.rawValue = rawValue.hasPrefix("PT") ? rawValue : "PT\(rawValue.uppercased())"
    }
  }

  @Model final class Task {
    @Attribute(originalName: "duration") var length: Length?
    init(_ length: Length?) { self.length = length }
  }
}
