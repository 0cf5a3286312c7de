import Foundation
import PostgreSQLServer

/// How many statements a server has run: of `PostgreSQLRemote` each is a transaction of its own.
enum Statements {
  /// The transactions of a database so far.
  ///
  /// Backends tell theirs when they have been idle for ten seconds, or end.
  ///
  /// Source: https://www.postgresql.org/docs/15/monitoring-stats.html
  static func count(in connection: String) async throws -> Int {
    var (last, stable) = (-1, 0)
    while stable < 12 {
      let text = try await Shell.output(
        "psql", connection, "-Atc",
        "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")
      let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      // Each question is a transaction itself.
      stable = count - last <= 2 ? stable + 1 : 0
      last = count
      try await Task.sleep(for: .seconds(1))
    }
    return last
  }
}

/// Runs a program of PostgreSQL.
private enum Shell {
  static func output(_ program: String, _ arguments: String...) async throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: (TestServer.installation ?? "") + "/" + program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
