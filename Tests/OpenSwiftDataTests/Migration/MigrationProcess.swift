import Foundation
import Testing

/// A process that migrates a store, at the point where it is about to begin.
final class MigrationProcess {
  private let process: Process
  private let output: FileHandle

  /// Starts it, and waits until it says that it is ready.
  ///
  /// - Parameter isHeld: whether it stands still before the commit, until it is killed.
  init(_ store: URL, isHeld: Bool = false) throws {
    (process, output) = try Self.start(["migrate", store.path] + (isHeld ? ["hold"] : []))
    wait(until: "ready")
  }

  /// Waits until it says that it is so far.
  func wait(until milestone: String) {
    #expect(Self.line(from: output) == milestone)
  }

  /// Makes a store of the first version.
  static func fill(_ store: URL, rows: Int) throws {
    let (process, _) = try start(["fill", store.path, String(rows)])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Kills it a while after the beginning.
  ///
  /// - Returns: false if it had finished before.
  func kill(after seconds: Double) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    // A timer is too coarse for a migration of a few hundredths of a second.
    while ContinuousClock.now < deadline {}
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  /// Lets it finish.
  func finish(rows: Int) {
    // A store that is migrated already has nothing more to say.
    var line = Self.line(from: output)
    if line == "migrated" { line = Self.line(from: output) }
    #expect(line == "done \(rows)")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// The program, which the build puts beside the tests.
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("OpenSwiftDataMigrationVictim")

  private static func start(_ arguments: [String]) throws -> (Process, FileHandle) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    // Nobody writes into it, so that who reads a line waits.
    process.standardInput = Pipe()
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  private static func line(from output: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.read(upToCount: 1)?.first, byte != 0x0a { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
