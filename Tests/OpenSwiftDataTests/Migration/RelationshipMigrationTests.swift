import Foundation
import OpenSwiftData
import Testing

@Suite("Migration of relationships")
struct RelationshipMigrationTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Links1.self) { context in
      let (ada, grace) = (Links1.Author("Ada"), Links1.Author("Grace"))
      let tags = ["red", "green", "blue"].map { Links1.Tag($0) }
      let books = ["A", "B", "C", "D"].map { Links1.Book($0) }
      for model in [ada, grace] { context.insert(model) }
      for book in books { context.insert(book) }
      ada.books = [books[2], books[0]]
      grace.books = [books[1]]
      books[0].tags = [tags[2], tags[0]]
      books[1].tags = [tags[1]]
    }
  }

  private func books2(_ context: ModelContext) throws -> [Links2.Book] {
    try context.fetch(FetchDescriptor<Links2.Book>(sortBy: [SortDescriptor(\.title)]))
  }

  @Test func oneBecomesManyAndListsKeepTheirOrder() throws {
    let context = ModelContext(try store.open(Links2.self))
    let books = try books2(context)
    #expect(books.map { $0.authors.map(\.name) } == [["Ada"], ["Grace"], ["Ada"], []])
    #expect(books.map { $0.labels.map(\.name) } == [["blue", "red"], ["green"], [], []])
    let authors = try context.fetch(FetchDescriptor<Links2.Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map { $0.books.map(\.title) } == [["C", "A"], ["B"]])
    let tags = try context.fetch(FetchDescriptor<Links2.Tag>(sortBy: [SortDescriptor(\.name)]))
    #expect(tags.map { $0.books.map(\.title) } == [["A"], ["B"], ["A"]])
    #expect(books.allSatisfy { $0.rating == 1 })
    #expect(try leftovers() == "0")
  }

  @Test func manyBecomeOneWhereThereIsOne() throws {
    _ = try store.open(Links2.self)
    let context = ModelContext(try store.open(Links3.self))
    let authors = try context.fetch(FetchDescriptor<Links3.Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map { $0.books.map(\.title) } == [["C", "A"], ["B"]])
    let books = try context.fetch(FetchDescriptor<Links3.Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(books.map { $0.author?.name } == ["Ada", "Grace", "Ada", nil])
    let tags = try context.fetch(FetchDescriptor<Links3.Tag>(sortBy: [SortDescriptor(\.name)]))
    #expect(tags.map { $0.books.map(\.title) } == [["A"], ["B"], ["A"]])
    #expect(try leftovers() == "0")
  }

  @Test func severalWhereThereMayBeOneAreNamed() throws {
    try store.sqlite("UPDATE Book SET author = 1")
    #expect { try store.open(LinksSingle.self) } throws: { isMismatch($0, naming: "Book.tag", "1 row leads", "row 1") }
    try store.sqlite("DELETE FROM \"Book.tags\" WHERE owner = 1 AND target = 1")
    try store.sqlite(
      "DELETE FROM \"Book.tags\" WHERE owner = 1 AND position > (SELECT min(position) FROM \"Book.tags\" WHERE owner = 1)"
    )
    let context = ModelContext(try store.open(LinksSingle.self))
    let books = try context.fetch(FetchDescriptor<LinksSingle.Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(books.map(\.author.name) == ["Ada", "Ada", "Ada", "Ada"])
    #expect(books.map { $0.tag == nil } == [false, false, true, true])
  }

  @Test func aRelationshipThatMustNotBeEmptyIsCountedWhereItIs() async throws {
    try store.sqlite("DELETE FROM \"Book.tags\"")
    #expect { try store.open(LinksSingle.self) } throws: {
      isMismatch($0, naming: "Book.author", "1 row leads to no Author")
    }
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
  }

  @Test func anotherRuleIsOnlyRememberedAndHolds() throws {
    let context = ModelContext(try store.open(LinksRuled.self))
    #expect(try store.files.filter { $0.contains("backup") } == [])
    let ada = try #require(
      context.fetch(FetchDescriptor<LinksRuled.Author>(sortBy: [SortDescriptor(\.name)])).first)
    context.delete(ada)
    try context.save()
    #expect(try store.sqlite("SELECT group_concat(title) FROM Book") == "B,D")
  }

  @Test func whatLeadsElsewhereIsRefusedByName() throws {
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(LinksElsewhere.self) } throws: { error in
      isMismatch(error, naming: "Author.name", "String") || isMismatch(error, naming: "Book.author", "Author", "Tag")
    }
    #expect(try Data(contentsOf: store.url) == before)
  }

  @Test func newRelationshipsBeginEmptyAndCanBeUsed() throws {
    let context = ModelContext(try store.open(LinksAdded.self))
    let tags = try context.fetch(FetchDescriptor<LinksAdded.Tag>(sortBy: [SortDescriptor(\.name)]))
    #expect(tags.map(\.name) == ["blue", "green", "red"])
    #expect(tags.allSatisfy { $0.parent == nil && $0.children.isEmpty && $0.friends.isEmpty })
    tags[0].children = [tags[2], tags[1]]
    tags[0].friends = [tags[1]]
    try context.save()
    let again = ModelContext(try store.open(LinksAdded.self))
    let blue = try #require(again.fetch(FetchDescriptor<LinksAdded.Tag>(sortBy: [SortDescriptor(\.name)])).first)
    #expect(blue.children.map(\.name) == ["red", "green"])
    #expect(blue.friends.map(\.name) == ["green"])
    #expect(try store.sqlite("SELECT count(*) FROM sqlite_master WHERE name IN ('Book.tags', 'Book', 'Author')") == "0")
  }

  @Test func stagesReachRelationshipsOfBothVersions() throws {
    let context = ModelContext(try store.open(Links2.self, plan: LinksPlan.self))
    let titles = try context.fetch(FetchDescriptor<Links2.Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(titles.map(\.name) == ["Ada: C A", "Grace: B", "Zoe"])
    #expect(try books2(context).map { $0.authors.count } == [2, 1, 2, 0])
  }

  private enum LinksPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Links1.self, Links2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: Links1.self, toVersion: Links2.self) { old, new in
          let guest = Links2.Author("Guest")
          new.insert(guest)
          for author in try old.fetch(FetchDescriptor<Links1.Author>()) {
            guard let twin = new.model(for: author.persistentModelID) as? Links2.Author else { continue }
            twin.name += ": " + author.books.map(\.title).joined(separator: " ")
            if author.name == "Ada" { for book in twin.books { book.authors.append(guest) } }
          }
          guest.name = "Zoe"
        }
      ]
    }
  }

  /// Tables that only a migration needs.
  private func leftovers() throws -> String {
    try store.sqlite(
      "SELECT count(*) FROM sqlite_master WHERE name LIKE 'openswiftdata_pairs%' OR name LIKE 'openswiftdata_old%'")
  }
}
