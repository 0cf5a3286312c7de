import DocketData
import Foundation
import Testing

@testable import DocketTUI

/// Whoever waits for ever fails; all other tests may run beside these, on few processors.
@Suite("What the sync program answers is read whatever it says", .timeLimit(.minutes(20)))
final class SyncProgramTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// A program that is a script of the shell.
  private func program(_ script: String) throws -> SyncProgram {
    let path = directory.appendingPathComponent("docket-sync").path
    // Written by a child: a process that another test starts meanwhile would inherit the open file, which nobody may
    // execute as long as somebody can write to it.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", #"printf '%s\n' "$1" > "$0" && chmod 700 "$0""#, path, "#!/bin/sh\n\(script)"]
    try writer.run()
    writer.waitUntilExit()
    try #require(writer.terminationStatus == 0)
    return SyncProgram(path: path, provider: DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")))
  }

  /// More than a pipe holds.
  private static let flood = "head -c 1000000 /dev/zero | tr '\\0' 'x'"

  @Test func evenIfItFillsItsStandardErrorFirst() async throws {
    let program = try program("\(Self.flood) >&2; \(Self.flood); printf done")
    let answer = try await program.answer(to: ["conflicts"])
    #expect(answer.count == 1_000_004 && answer.suffix(4) == Data("done".utf8))
  }

  @Test func andItsFirstLineIsTheReasonOfAFailure() async throws {
    let program = try program("echo 'docket sync: no such conflict: 7' >&2; \(Self.flood) >&2; \(Self.flood); exit 1")
    let refusal = await #expect(throws: SyncRefusal.self) { try await program.answer(to: ["take", "7"]) }
    #expect(refusal?.line == "no such conflict: 7")
  }

  @Test func conflictsAreReadWithWhenAndWhereTheyWereWritten() async throws {
    let json = """
      [{"at":"2026-11-25T09:00:00Z","by":"another machine","id":"2-15.title","item":3,"kept":"b","property":"title",\
      "shown":"a","shownAt":"2026-11-25T09:01:00Z","shownBy":"this machine","title":"a","what":"3 “a”: title"},\
      {"at":"2026-11-25T09:00:00Z","by":"this machine","id":"7","kept":"","shown":"","what":"“Old”: deleted"}]
      """
    try Data(json.utf8).write(to: directory.appendingPathComponent("answer"))
    let conflicts = try await program("cat \"$(dirname \"$0\")/answer\"").conflicts()
    #expect(conflicts.map(\.id) == ["2-15.title", "7"])
    #expect(conflicts.map(\.by) == ["another machine", "this machine"])
    #expect(conflicts[0].shownBy == "this machine" && conflicts[0].isAboutValue && !conflicts[1].isAboutValue)
  }

  @Test func whatIsNoAnswerIsOfAnotherVersion() async throws {
    let program = try program("echo '[{\"id\":1}]'")
    let refusal = await #expect(throws: SyncRefusal.self) { try await program.conflicts() }
    #expect(refusal?.line == "docket-sync is of another version")
  }
}
