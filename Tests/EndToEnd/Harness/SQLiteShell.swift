import Foundation

/// The `sqlite3` program, as another program that uses a store's file.
enum SQLiteShell {
  /// Runs SQL and returns what it prints, without the last line end.
  static func run(_ sql: String, on file: String) async throws -> String {
    let scratch = try TemporaryDirectory()
    let child = try ChildProcess(
      ["/usr/bin/sqlite3", "-batch", "-cmd", ".timeout 20000", file, sql].map { Array($0.utf8) }, environment: [:],
      output: .file(scratch.file("output")), error: .file(scratch.file("output")), directory: scratch.path)
    _ = await child.wait()
    return String(decoding: try scratch.bytes(of: "output"), as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// "ok", or what is wrong with a store.
  static func integrity(of file: String) async throws -> String { try await run("PRAGMA integrity_check", on: file) }
}
