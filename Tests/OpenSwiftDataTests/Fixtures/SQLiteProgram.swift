import Foundation
import Testing

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
