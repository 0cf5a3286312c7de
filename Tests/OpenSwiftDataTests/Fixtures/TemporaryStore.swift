import Foundation
import OpenSwiftData

/// A directory of its own for a test's store, removed with the test.
final class TemporaryStore: Sendable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var url: URL { directory.appendingPathComponent("store.sqlite") }

  /// What the `sqlite3` program answers to SQL.
  func query(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", url.path, sql]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func container(
    _ types: any PersistentModel.Type..., version: Schema.Version = .init(1, 0, 0)
  ) throws -> ModelContainer {
    let schema = Schema(types, version: version)
    return try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
  }
}

/// A container in memory.
func memoryContainer(_ types: any PersistentModel.Type...) throws -> ModelContainer {
  let schema = Schema(types)
  return try ModelContainer(
    for: schema, configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)])
}
