import Foundation
import OpenSwiftData
import Testing

@Suite("Handlers side by side")
struct ConcurrencyTests {
  @Test func twoHandlersThatChangeDifferentPropertiesBothWin() async throws {
    let container = try memoryContainer(Note.self)
    let id = try await NoteHandler(modelContainer: container).add("before")
    let first = NoteHandler(modelContainer: container)
    let second = NoteHandler(modelContainer: container)
    _ = try await (first.titles(), second.titles())
    try await first.rename(id, to: "after")
    try await second.redate(id, to: Date(timeIntervalSinceReferenceDate: 9))
    let context = ModelContext(container)
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    #expect(note.title == "after")
    #expect(note.date == Date(timeIntervalSinceReferenceDate: 9))
  }

  @Test @MainActor func everythingIsFreedWithTheLastUser() async throws {
    weak var weakContext: ModelContext?
    weak var weakContainer: ModelContainer?
    do {
      let container = try memoryContainer(Note.self)
      weakContainer = container
      try await NoteHandler(modelContainer: container).add("short-lived")
      weakContext = container.mainContext
    }
    // Merges that were queued for the main context hold it until they have run.
    try await waitUntil("all is freed") { weakContainer == nil && weakContext == nil }
  }
}
