import Foundation
import OpenSwiftData
import Testing

@Suite("A store that nobody holds any more")
struct LettingGoTests {
  /// While other processes are watched for, a look may be under way in the background.
  @Test func hasNoOpenFilesEvenIfItWatchedOthers() throws {
    _ = ModelContainer.remoteChange
    for _ in 0..<40 {
      let store = try TemporaryStore()
      try store.fill(Books1.self) { $0.insert(Books1.Book("a book")) }
      #expect(try store.files == ["store.sqlite"])
    }
  }

  @Test func hasNoOpenFilesEvenIfItSweptItsLargeValues() throws {
    for _ in 0..<40 {
      let store = try TemporaryStore()
      do {
        let context = ModelContext(try store.container(LargeNote.self))
        context.insert(LargeNote())
        try context.save()
      }
      #expect(try store.files.filter { $0.hasPrefix("store.sqlite-") } == [])
    }
  }

  @Test func isLetGoOfByTheMainActorToo() async throws {
    let store = try TemporaryStore()
    try await MainActor.run {
      let container = try store.container(LargeNote.self)
      container.mainContext.insert(LargeNote())
      try container.mainContext.save()
    }
    #expect(try store.files.filter { $0.hasPrefix("store.sqlite-") } == [])
  }
}

@Model private final class LargeNote {
  @Attribute(.externalStorage) var image: Data?
  init() {}
}
