import Foundation
import OpenSwiftData
import Testing

/// A directory of its own for a test's store, removed with the test.
final class TemporaryStore: Sendable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var url: URL { directory.appendingPathComponent("store.sqlite") }

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

extension TemporaryStore {
  /// Opens the store with one version of the models.
  func open(
    _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    let schema = Schema(versionedSchema: version)
    return try ModelContainer(
      for: schema, migrationPlan: plan, configurations: [ModelConfiguration(schema: schema, url: url)])
  }

  /// Fills a new store with one version of the models and closes it.
  func fill(_ version: any VersionedSchema.Type, _ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(try open(version))
    try body(context)
    try context.save()
  }

  /// What SQLite's own shell answers; an independent look at the file.
  @discardableResult
  func sqlite(_ sql: String, file: URL? = nil) throws -> String {
    try SQLiteProgram.run(sql, on: file ?? url)
  }

  /// The names of the files beside the store, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  func backup(_ suffix: String) -> URL { URL(fileURLWithPath: "\(url.path).backup-\(suffix)") }
}

/// Whether an error is a refusal that says all of these.
func isMismatch(_ error: any Error, naming parts: String..., kind: StoreError.Kind = .schemaMismatch) -> Bool {
  guard let error = error as? StoreError, error.kind == kind else { return false }
  return parts.allSatisfy { error.explanation.contains($0) }
}

/// The `sqlite3` program: another process that writes to a store.
enum SQLiteProgram {
  /// Runs SQL and waits for its end.
  ///
  /// - Returns: what it printed, without the last line end.
  @discardableResult
  static func run(
    _ sql: String, on url: URL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 20000", url.path, sql]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)", sourceLocation: sourceLocation)
    return text.trimmingCharacters(in: .newlines)
  }
}
