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
