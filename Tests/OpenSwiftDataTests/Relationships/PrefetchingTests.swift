import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Reading a part, or more")
struct PrefetchingTests {
  let container: ModelContainer

  init() throws {
    container = try memoryContainer(Folder.self, Team.self, Note.self)
    let context = ModelContext(container)
    for index in 1...3 {
      let folder = Folder("\(index)")
      folder.sheets = (1...3).map { Sheet("\(index).\($0)") }
      context.insert(folder)
      let note = Note(title: "note \(index)")
      note.subtitle = "subtitle \(index)"
      context.insert(note)
    }
    try context.save()
  }

  @Test func prefetchedRelationshipsNeedNoMoreReading() throws {
    let context = ModelContext(container)
    var folders = FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])
    folders.relationshipKeyPathsForPrefetching = [\.sheets]
    let fetched = try context.fetch(folders)
    try emptyTheStore()
    #expect(fetched.map { $0.sheets.map(\.title) }.first == ["1.1", "1.2", "1.3"])
    #expect(fetched.allSatisfy { $0.sheets.count == 3 })
  }

  @Test func prefetchedOwnersNeedNoMoreReading() throws {
    let context = ModelContext(container)
    var sheets = FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])
    sheets.relationshipKeyPathsForPrefetching = [\.folder]
    let fetched = try context.fetch(sheets)
    try emptyTheStore()
    #expect(fetched.map { $0.folder?.name } == ["1", "1", "1", "2", "2", "2", "3", "3", "3"])
  }

  @Test func propertiesThatWereLeftOutAreReadWhenNeeded() throws {
    let context = ModelContext(container)
    var notes = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    notes.propertiesToFetch = [\.title]
    let fetched = try context.fetch(notes)
    #expect(fetched.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(fetched.map(\.subtitle) == ["subtitle 1", "subtitle 2", "subtitle 3"])
  }

  @Test func propertiesThatWereLeftOutCanBeWrittenAndRolledBack() throws {
    let context = ModelContext(container)
    var notes = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])
    notes.propertiesToFetch = [\.title]
    let first = try #require(try context.fetch(notes).first)
    first.subtitle = "new"
    context.rollback()
    #expect(first.subtitle == "subtitle 1")
    first.subtitle = "newer"
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.map(\.subtitle) == ["newer", "subtitle 2", "subtitle 3"])
    #expect(stored.map(\.count) == [0, 0, 0])
  }

  @Test func toOneRelationshipsThatWereLeftOutAreRead() throws {
    let context = ModelContext(container)
    var sheets = FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])
    sheets.propertiesToFetch = [\.title]
    let fetched = try context.fetch(sheets)
    #expect(fetched.first?.folder?.name == "1")
    fetched[1].folder = nil
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Folder>()).map(\.sheets.count).sorted() == [2, 3, 3])
  }

  /// Whatever is read after this can't come from the store.
  private func emptyTheStore() throws {
    try container.store.write { connection in
      try connection.execute("DELETE FROM Folder; DELETE FROM Sheet;")
    }
  }
}
