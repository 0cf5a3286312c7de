import Foundation
import OpenSwiftData
import Testing

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
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A connection that a container has just let go of may still be folding in its log.
    process.arguments = ["sqlite3", "-cmd", ".timeout 10000", (file ?? url).path, sql]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "sqlite3 refused: \(sql)")
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
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
