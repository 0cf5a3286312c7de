import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A reading that nobody needs any more")
struct InterruptibleReadingTests {
  /// Counts for ever.
  private static let endless =
    "WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers) SELECT count(*) FROM numbers"

  @Test func endsAtOnceAndLeavesTheConnectionToOthers() async throws {
    let store = try memoryContainer(Note.self).store
    let reading = InterruptibleReading()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let work = Task.detached {
      try store.read { connection in
        try reading.run(on: connection) {
          beginning.yield()
          return try connection.integer(Self.endless)
        }
      }
    }
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
