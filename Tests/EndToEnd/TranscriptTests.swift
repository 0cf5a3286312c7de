import Foundation
import Testing

/// Each command in success and in failure, as the files in `Transcripts` have it.
///
/// With `DOCKET_TRANSCRIPTS=write` in the environment the files take over what is printed now; look at the difference.
@Suite("What commands print and how they end", .takesTurns)
struct TranscriptTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")

  @Test(arguments: HelpTexts.commands + ["help"])
  func isAsWritten(_ command: String) async throws {
    let file = Self.folder.appendingPathComponent("\(command).txt")
    let docket = DocketProcess(in: try TemporaryDirectory())
    let expected = Transcript(try String(contentsOf: file, encoding: .utf8))
    #expect(expected.commands.contains { $0.contains("docket \(command)") })
    let actual = try await expected.repeated(by: docket)
    #expect(actual.lines == expected.lines)
    guard ProcessInfo.processInfo.environment["DOCKET_TRANSCRIPTS"] == "write" else { return }
    try actual.lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func eachShowsSuccessAndFailure() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
      let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
      let name = (file as NSString).deletingPathExtension
      let runs = ("\n" + text).components(separatedBy: "\n$ ").filter {
        $0.contains("docket \(name) ") || $0.contains("docket \(name)\n")
      }
      let failures = runs.filter { $0.contains(/\n\[[0-9]+\]$/) }
      #expect(!failures.isEmpty && failures.count < runs.count, "\(file)")
    }
  }
}
