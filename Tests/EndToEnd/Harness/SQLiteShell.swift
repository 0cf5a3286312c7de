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

extension SQLiteShell {
  /// Inserts items into a store, as another program would.
  ///
  /// - Parameters:
  ///   - titles: The bytes of the titles as hexadecimal digits, each with the item's timestamp.
  ///   - created: When all of them were added.
  /// - Returns: The error output of SQLite's shell; empty if it succeeded.
  static func insertItems(
    _ titles: [(bytes: String, timestamp: Double)], created: Double, on path: String
  ) async throws
    -> String
  {
    let rows = titles.map { title in
      """
      ('00000000-0000-4000-8000-' || hex(randomblob(6)), cast(x'\(title.bytes)' as text), '', \(title.timestamp), \
      \(created), 0, 63113904000.0, -63114076800.0, 'a0')
      """
    }
    return try await run(
      """
      INSERT INTO Item(uid, title, notes, timestamp, createTimestamp, priority, deadline, startMoment, orderKey) \
      VALUES \(rows.joined(separator: ","))
      """, on: path)
  }
}

extension [UInt8] {
  /// Two digits for each byte, as SQL writes blobs.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

// MARK: - Titles

/// Creates stores with given titles by SQL: unchanged, and in the order of the list.
enum ListedTitles {
  /// Creates the store; all items have dates of one day long ago.
  static func write(_ titles: [String], in directory: TemporaryDirectory) async throws {
    try await DocketProcess(in: directory).run("list")
    let first = 21_600.0 * 1461
    let rows = titles.enumerated().map { (Array($1.utf8).hexadecimal, first - Double($0)) }
    let answer = try await SQLiteShell.insertItems(rows, created: first, on: directory.file("store.sqlite"))
    guard answer.isEmpty else { throw ConditionTimeout(description: answer) }
  }
}

// MARK: - Lock

/// Another program that holds the write lock of a store until ``release()``.
final class HeldStore {
  private let holder: ChildProcess
  private let gate: String

  /// Returns when the lock is held.
  init(_ store: String) async throws {
    let scratch = try TemporaryDirectory()
    let ready = scratch.file("ready")
    gate = scratch.file("gate")
    mkfifo(gate, 0o600)
    let script = "BEGIN IMMEDIATE;\n.shell touch \(ready); cat \(gate) > /dev/null\n"
    try scratch.write(Array(script.utf8), to: "lock.sql")
    holder = try ChildProcess(
      ["/usr/bin/sqlite3", "-cmd", ".timeout 20000", store].map { Array($0.utf8) },
      environment: ["PATH": "/usr/bin:/bin"], input: .file(scratch.file("lock.sql")), output: .file("/dev/null"),
      error: .file("/dev/null"), directory: scratch.path)
    try await waitUntil { FileManager.default.fileExists(atPath: ready) ? true : nil }
    self.scratch = scratch
  }

  /// Kept until the end, because the gate is in it.
  private let scratch: TemporaryDirectory

  /// Releases the lock.
  func release() async {
    close(open(gate, O_WRONLY))
    _ = await holder.wait()
  }
}
