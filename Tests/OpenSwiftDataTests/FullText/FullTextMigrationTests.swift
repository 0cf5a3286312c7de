import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Full-text indexes come and go with migrations")
struct FullTextMigrationTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Letters1.self) { context in
      for text in ["Dear Ren\u{E9}e", "Dear all", "Hello"] { context.insert(Letters1.Letter(text)) }
    }
  }

  @Test func anIndexIsAdded() throws {
    #expect(try store.sqlite(fullTextObjects) == "0")
    let context = ModelContext(try store.open(Letters2.self))
    let dear = #Predicate<Letters2.Letter> { $0.text.localizedStandardContains("dear ren\u{C9}") }
    #expect(try context.fetch(FetchDescriptor(predicate: dear)).map(\.text) == ["Dear Ren\u{E9}e"])
    #expect(try context.plan(FetchDescriptor(predicate: dear)).contains("VIRTUAL TABLE"))
    #expect(try store.sqlite("SELECT count(*) FROM openswiftdata_unindexed_Letter") == "0")
    #expect(try store.sqlite("SELECT count(DISTINCT doc) FROM \"openswiftdata_trigrams_Letter.text\"") == "3")
  }

  @Test func anIndexFollowsARenamedAttributeInAnotherTable() throws {
    _ = try store.open(Letters2.self)
    let context = ModelContext(try store.open(Letters3.self))
    let dear = #Predicate<Letters3.Letter> { $0.body.starts(with: "Dear") }
    #expect(try context.fetch(FetchDescriptor(predicate: dear)).count == 2)
    #expect(try context.plan(FetchDescriptor(predicate: dear)).contains("VIRTUAL TABLE"))
    #expect(try store.sqlite("SELECT count(*) FROM sqlite_master WHERE name = 'openswiftdata_text_Letter.text'") == "0")
  }

  @Test func anIndexIsRemoved() throws {
    _ = try store.open(Letters2.self)
    let context = ModelContext(try store.open(Letters4.self))
    #expect(try store.sqlite(fullTextObjects) == "0")
    let dear = #Predicate<Letters4.Letter> { $0.text.contains("Dear") }
    #expect(try context.fetchCount(FetchDescriptor(predicate: dear)) == 2)
    context.insert(Letters4.Letter("Dear you"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor(predicate: dear)) == 3)
  }

  /// As earlier versions of the library left it, with its texts and with a row that is not indexed yet.
  @Test func anOldIndexOfAnEntityThatStaysIsMadeAnew() throws {
    _ = try store.open(Letters2.self)
    try store.sqlite(
      """
      \(earlierFullText("Letter", "text"));
      UPDATE Letter SET text = 'Farewell' WHERE text = 'Hello'
      """)
    let container = try store.open(Letters6.self)
    let context = ModelContext(container)
    context.insert(Letters6.Stamp("Queen"))
    context.insert(Letters6.Letter("Dear you"))
    try context.save()
    let dear = #Predicate<Letters6.Letter> { $0.text.contains("Dear") || $0.text.contains("Farewell") }
    #expect(try context.fetchCount(FetchDescriptor(predicate: dear)) == 4)
    #expect(try store.sqlite(fullTextContents) == "0")
    #expect(try container.storeProblems().isEmpty)
  }

  @Test func anIndexGoesWithItsEntity() throws {
    _ = try store.open(Letters2.self)
    _ = try store.open(Letters5.self)
    #expect(try store.sqlite(fullTextObjects) == "0")
  }

  @Test func theCodeOfAMigrationSearchesAndWhatItWritesIsIndexed() throws {
    let context = ModelContext(try store.open(Letters2.self, plan: LettersPlan.self))
    let sorry = #Predicate<Letters2.Letter> { $0.text.contains("Sorry") }
    #expect(try context.fetch(FetchDescriptor(predicate: sorry)).map(\.text) == ["Sorry, Ren\u{E9}e", "Sorry, all"])
    #expect(try store.sqlite("SELECT count(*) FROM openswiftdata_unindexed_Letter") == "0")
  }

  @Test func theIndexIsADifferenceThatNeedsNoOldTexts() throws {
    let old = SchemaDescription(Schema(versionedSchema: Letters1.self))
    let new = SchemaDescription(Schema(versionedSchema: Letters2.self))
    #expect(old.entities[0].fullText == nil && new.entities[0].fullText == ["text"])
    let difference = SchemaDifference(from: old, to: new)
    #expect(difference.changesStore && difference.obstacles.isEmpty)
    #expect(difference.changed.map(\.changesTable) == [false])
    #expect(try !old.json().contains("fullText"))
  }

  @Test func onlyStoredTextsCanBeIndexed() throws {
    #expect { try memoryContainer(Crate.self) } throws: {
      guard let error = $0 as? SwiftDataError, error == .unsupportedKeyPath else { return false }
      return error.explanation.contains("Crate.weight")
    }
  }

  @Test func aMemberOfACompositeTextIsIndexed() throws {
    let context = ModelContext(try memoryContainer(Envelope.self))
    context.insert(Envelope(PostalAddress(street: "Long Lane", city: "Leeds")))
    try context.save()
    let lane = #Predicate<Envelope> { $0.address.street.contains("Lane") }
    #expect(try context.fetchCount(FetchDescriptor(predicate: lane)) == 1)
    #expect(try context.plan(FetchDescriptor(predicate: lane)).contains("VIRTUAL TABLE"))
  }
}
