import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Closing the store")
struct ClosingTests {
  @Test func writesTheLogBackAndOpensAgain() async throws {
    let directory = try TemporaryDirectory()
    let world = World(directory.store)
    let log = directory.store.path + "-wal"
    for count in 1...10 {
      try await world.handler().newItem(title: "\(count)")
      #expect(FileManager.default.fileExists(atPath: log))
      world.provider.close()
      #expect(!FileManager.default.fileExists(atPath: log), "round \(count)")
    }
    #expect(try await world.handler().itemCount() == 10)
  }

  @Test func doesNotWaitForEverForWhoKeepsTheStore() async throws {
    let directory = try TemporaryDirectory()
    let world = World(directory.store)
    let handler = try await world.handler()
    try await handler.newItem(title: "kept")
    world.provider.close(patience: .milliseconds(1))
    #expect(try await handler.itemCount() == 1)
  }
}
