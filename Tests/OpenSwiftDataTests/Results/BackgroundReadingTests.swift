import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A read that nobody needs any more is interrupted")
struct InterruptibleReadingTests {
  /// A statement that never ends.
  private static let endless =
    "WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers) SELECT count(*) FROM numbers"

  @Test func endsAtOnceAndLeavesTheConnectionToOthers() async throws {
    let store = try memoryContainer(Note.self).store
    let reading = InterruptibleReading()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let work = Task { try await Self.readEndlessly(store, reading, beginning) }
    for await _ in begun { break }
    // It may not have begun to count yet: then there is nothing to interrupt, and it is tried again.
    let ender = Task.detached {
      while !Task.isCancelled {
        reading.end()
        await Task.yield()
      }
    }
    await #expect(throws: (any Error).self) { try await work.value }
    ender.cancel()
    await ender.value
    #expect(try store.read { try $0.integer("SELECT 7") } == 7)
    #expect(throws: InterruptibleReading.Ended.self) {
      try store.read { connection in try reading.run(on: connection) { 1 } }
    }
  }

  /// Reads on a thread of its own: whoever ends it needs one of the pool, which has few.
  private static func readEndlessly(
    _ store: SQLiteStore, _ reading: InterruptibleReading, _ beginning: AsyncStream<Void>.Continuation
  ) async throws -> Int64 {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let result = Result {
          try store.read { connection in
            try reading.run(on: connection) {
              beginning.yield()
              return try connection.integer(endless)
            }
          }
        }
        continuation.resume(with: result)
      }
    }
  }

  @Test func isReadWholeIfItIsNotEnded() throws {
    let store = try memoryContainer(Note.self).store
    let reading = InterruptibleReading()
    for number in 1...3 {
      let read = try store.read { connection in
        try reading.run(on: connection) { try connection.integer("SELECT \(number)") }
      }
      #expect(read == number)
    }
    reading.end()
  }
}

// MARK: - Delivery

@Suite("The mailbox between the background and an observer")
struct StateMailboxTests {
  @Test func isEmptiedByItselfOnceThereIsAnExecutor() async throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let mailbox = StateMailbox<Int>()
    let route = DeliveryRoute(context, isolation: nil)
    let taken = Lock<[Int]>([])
    mailbox.onAnnounce { if let number = mailbox.take() { taken.withLock { $0.append(number) } } }
    mailbox.put(1, by: route)
    #expect(mailbox.hasUnannouncedState)
    let executor = DefaultSerialModelExecutor(modelContext: context)
    #expect(mailbox.hasUnannouncedState)
    mailbox.put(2, by: route)
    #expect(!mailbox.hasUnannouncedState)
    try await waitUntil("the newest is taken") { taken.withLock { $0 } == [2] }
    withExtendedLifetime(executor) {}
  }
}
