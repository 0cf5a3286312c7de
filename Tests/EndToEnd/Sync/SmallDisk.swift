import Foundation
import Testing

/// A file system of a few megabytes, in a mount namespace of its own: it is gone with the process that holds it.
final class SmallDisk: Sendable {
  /// Whether this user may mount something here.
  static let isAvailable: Bool = {
    guard let scratch = try? TemporaryDirectory() else { return false }
    let script = "mount -t tmpfs tmpfs \(scratch.path) && command -v nsenter"
    let child = try? ChildProcess(
      ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script].map { Array($0.utf8) },
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], output: .file("/dev/null"), error: .file("/dev/null"),
      directory: "/")
    return child?.waitBlocking() == .exited(0)
  }()

  private let path: String
  private let holder: ChildProcess
  private let scratch: TemporaryDirectory

  /// Mounts a file system on a folder that exists.
  init(at path: String, megabytes: Int) async throws {
    self.path = path
    let scratch = try TemporaryDirectory()
    self.scratch = scratch
    let (gate, ready) = (scratch.file("gate"), scratch.file("ready"))
    mkfifo(gate, 0o600)
    // The limit is for tests that crash: nobody opens the gate then.
    let script = """
      mount -t tmpfs -o size=\(megabytes)m,mode=700 tmpfs '\(path)' && touch '\(ready)' && exec timeout 1800 cat '\(gate)'
      """
    holder = try ChildProcess(
      ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script].map { Array($0.utf8) },
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], output: .file("/dev/null"), error: .file("/dev/null"),
      directory: "/")
    try await waitUntil { FileManager.default.fileExists(atPath: ready) ? true : nil }
  }

  deinit {
    Foundation.close(open(scratch.file("gate"), O_WRONLY | O_NONBLOCK))
    holder.waitBlocking()
  }

  /// What stands in front of a program that is to see the file system.
  var wrapper: [String] { ["/usr/bin/nsenter", "--mount=/proc/\(holder.identifier)/ns/mnt", "--"] }

  /// Takes all space that is left.
  func fill() async throws { try await run("head -c 1000000000 /dev/zero > '\(path)/filler'; true") }

  /// Gives it back.
  func free() async throws { try await run("rm '\(path)/filler'") }

  private func run(_ script: String) async throws {
    let child = try ChildProcess(
      (wrapper + ["/bin/sh", "-c", script]).map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"],
      output: .file("/dev/null"), error: .file("/dev/null"), directory: "/")
    #expect(await child.wait() == .exited(0))
  }
}
