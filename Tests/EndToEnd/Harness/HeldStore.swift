import Foundation

/// Another program that holds the write lock of a store until it is told to let go.
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

  /// Kept until the end, for the gate is in it.
  private let scratch: TemporaryDirectory

  /// Lets go.
  func release() async {
    close(open(gate, O_WRONLY))
    _ = await holder.wait()
  }
}
