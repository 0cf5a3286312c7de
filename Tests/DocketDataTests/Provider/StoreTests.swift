import DocketData
import Foundation
import SwiftData
import Testing

@Suite("The place of the store")
struct StorePathTests {
  @Test func explicitThenVariableThenXDG() throws {
    let environment = ["DOCKET_STORE": "/b.sqlite", "XDG_DATA_HOME": "/data", "HOME": "/home/me"]
    #expect(try StorePath(explicit: "/a.sqlite", environment: environment).url.path == "/a.sqlite")
    #expect(try StorePath(explicit: nil, environment: environment).url.path == "/b.sqlite")
    let noVariable = environment.filter { $0.key != "DOCKET_STORE" }
    #expect(try StorePath(explicit: nil, environment: noVariable).url.path == "/data/docket/docket.sqlite")
  }

  @Test(arguments: ["", "relative/data"]) func unusableXDGValuesAreIgnored(_ value: String) throws {
    let path = try StorePath(explicit: nil, environment: ["XDG_DATA_HOME": value, "HOME": "/home/me"])
    #expect(path.url.path == "/home/me/.local/share/docket/docket.sqlite")
  }

  @Test(arguments: ["zz/", "/a/b.sqlite/"]) func aDirectoryIsNoStore(_ path: String) {
    #expect(throws: StorePath.Failure.self) { try StorePath(explicit: path, environment: [:]) }
    #expect(throws: StorePath.Failure.self) { try StorePath(explicit: nil, environment: ["DOCKET_STORE": path]) }
  }

  @Test func withoutAHomeThereIsNoPlace() {
    #expect(throws: StorePath.Failure.self) { try StorePath(explicit: nil, environment: [:]) }
    #expect(throws: StorePath.Failure.self) { try StorePath(explicit: nil, environment: ["HOME": "here"]) }
  }
}

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
    world.provider.close(timeout: .milliseconds(1))
    #expect(try await handler.itemCount() == 1)
  }
}
