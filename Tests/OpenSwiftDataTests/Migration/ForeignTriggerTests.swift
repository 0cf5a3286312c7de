import Foundation
import OpenSwiftData
import Testing

@Suite("Triggers that other programs have laid on a table outlive a migration of it")
struct ForeignTriggerTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Books1.self) { context in
      for number in 1...3 { context.insert(Books1.Book("Book \(number)", pages: number * 100, note: "mine")) }
    }
    _ = try store.sqlite(
      """
      CREATE TABLE log(event, title);
      CREATE TRIGGER pages_deleted AFTER DELETE ON Book BEGIN INSERT INTO log VALUES('deleted', OLD.pages); END;
      CREATE TRIGGER pages_changed AFTER UPDATE OF pages ON Book WHEN OLD.pages IS NOT NEW.pages
        BEGIN INSERT INTO log VALUES('changed', NEW.pages); END;
      CREATE TRIGGER pages_inserted BEFORE INSERT ON Book BEGIN INSERT INTO log VALUES('inserted', NEW.pages); END;
      CREATE TRIGGER note_deleted AFTER DELETE ON Book BEGIN INSERT INTO log VALUES('gone', OLD.note); END;
      CREATE TRIGGER note_changed AFTER UPDATE OF pages ON Book WHEN OLD.note <> '' BEGIN DELETE FROM log; END;
      CREATE TRIGGER note_inserted AFTER INSERT ON Book BEGIN UPDATE log SET title = NEW.note; END;
      """)
  }

  private func triggers() throws -> String {
    try store.sqlite(
      "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1)")
  }

  private func log() throws -> String { try store.sqlite("SELECT group_concat(event || ' ' || title) FROM log") }

  @Test func whereRowsMoveIntoANewTable() throws {
    let context = ModelContext(try store.open(Books2.self))
    // Of the others a column is gone: each statement that fires them would fail.
    #expect(try triggers() == "pages_changed,pages_deleted,pages_inserted")
    #expect(try log().isEmpty)
    let books = try context.fetch(FetchDescriptor<Books2.Book>(sortBy: [SortDescriptor(\.pages)]))
    books[0].pages = 150
    context.delete(books[1])
    context.insert(Books2.Book("new"))
    try context.save()
    #expect(try Set(log().split(separator: ",")) == ["changed 150", "deleted 200", "inserted 1"])
  }

  @Test func whereColumnsAreAlteredInPlace() throws {
    let context = ModelContext(try store.open(BooksAltered.self))
    #expect(try triggers() == "pages_changed,pages_deleted,pages_inserted")
    let books = try context.fetch(FetchDescriptor<BooksAltered.Book>(sortBy: [SortDescriptor(\.pages)]))
    context.delete(books[1])
    try context.save()
    #expect(try log() == "deleted 200")
  }

  /// Their body may be at fault, or what it writes to.
  @Test func unlessTheyWriteWhereNothingIsAnyMore() throws {
    _ = try store.sqlite("DROP TABLE log")
    let context = ModelContext(try store.open(Books2.self))
    #expect(try triggers().isEmpty)
    let books = try context.fetch(FetchDescriptor<Books2.Book>())
    books.forEach(context.delete)
    try context.save()
    #expect(try store.sqlite("SELECT count(*) FROM Book") == "0")
  }
}
