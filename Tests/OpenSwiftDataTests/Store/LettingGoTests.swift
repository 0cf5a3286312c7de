import Foundation
import Testing

@testable import OpenSwiftData

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

  /// Whoever asks for the notification of other processes' commits has every store of the process watch for them.
  @Test func hasNoOpenFilesEvenIfSomebodyHasAllStoresWatchOthers() throws {
    for _ in 0..<60 {
      let stores = try (0..<4).map { _ in try TemporaryStore() }
      let everybody = OpenContainers()
      var containers = try stores.map { try $0.container(LargeNote.self) }
      for container in containers { everybody.add(container) }
      let isAsking = DispatchSemaphore(value: 0)
      let hasAsked = DispatchSemaphore(value: 0)
      // A thread of its own: one that runs tests might have to wait for this one.
      Thread.detachNewThread {
        isAsking.signal()
        everybody.followOtherProcesses()
        hasAsked.signal()
      }
      isAsking.wait()
      containers.removeAll()
      #expect(try stores.flatMap { try $0.files.filter { $0.hasPrefix("store.sqlite-") } } == [])
      hasAsked.wait()
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
