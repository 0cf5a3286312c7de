import Foundation
import OpenSwiftData
import Testing

@Suite("Deleting everything")
struct ErasingTests {
  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.open(Books1.self)
    let context = ModelContext(container)
    for number in 1...200 { context.insert(Books1.Book("a title to look for \(number)")) }
    context.insert(Books1.Shelf(name: "top"))
    try context.save()
  }

  @Test(arguments: [false, true]) func modelsInOpenContextsBecomeDeletedOnes(_ erases: Bool) throws {
    let context = ModelContext(container)
    let book = try #require(context.fetch(FetchDescriptor<Books1.Book>()).first)
    if erases { try container.erase() } else { container.deleteAllData() }
    #expect(try context.fetchCount(FetchDescriptor<Books1.Book>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Books1.Shelf>()) == 0)
    #expect(book.isDeleted)
    #expect(book.title.hasPrefix("a title"))
  }

  @Test func unsavedModelsStayUnsavedAndCanBeSaved() throws {
    let (inserting, changing) = (ModelContext(container), ModelContext(container))
    inserting.insert(Books1.Book("new"))
    let book = try #require(changing.fetch(FetchDescriptor<Books1.Book>()).first)
    book.title = "changed"
    try container.erase()
    try inserting.save()
    #expect(throws: SwiftDataError.rowGone) { try changing.save() }
    #expect(try store.sqlite("SELECT id, title FROM Book") == "201|new")
  }

  @Test func erasingGivesTheSpaceBackAndLeavesNoTrace() throws {
    _ = try ModelContext(container).fetchCount(FetchDescriptor<Books1.Book>())
    try container.erase()
    for file in try store.files {
      let content = try Data(contentsOf: store.directory.appendingPathComponent(file))
      #expect(content.range(of: Data("a title to look for".utf8)) == nil)
    }
    #expect(try store.sqlite("SELECT count(*) FROM openswiftdata_transaction") == "1")
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok")
    #expect(throws: Never.self) { try store.open(Books1.self) }
  }

  @Test func aContainerThatMayNotSaveIsNotErased() throws {
    let schema = Schema(versionedSchema: Books1.self)
    let reader = try ModelContainer(
      for: schema, configurations: ModelConfiguration(schema: schema, url: store.url, allowsSave: false))
    #expect(throws: SwiftDataError.savingNotAllowed) { try reader.erase() }
    #expect(try store.sqlite("SELECT count(*) FROM Book") == "200")
  }

  @Test func aStoreInMemoryIsErasedToo() throws {
    let memory = try memoryContainer(Books1.Book.self)
    let context = ModelContext(memory)
    context.insert(Books1.Book("one"))
    try context.save()
    try memory.erase()
    #expect(try context.fetchCount(FetchDescriptor<Books1.Book>()) == 0)
  }
}
