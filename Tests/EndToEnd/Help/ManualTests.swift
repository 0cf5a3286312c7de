import Foundation
import Testing

@Suite("The manual page", .takesTurns)
struct ManualTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
  }

  @Test func hasEveryCommandAndEveryExitStatus() async throws {
    let page = try await docket.run("--generate-manual")
    #expect(page.status == 0 && page.error.isEmpty)
    #expect(page.text.hasPrefix(".Dd "))
    for command in HelpTexts.commands { #expect(page.text.contains("\n.Ss \(command)\n")) }
    #expect(page.text.contains("\nIt is one of none, low, medium, high.\n"))
    for status in [0, 1, 64, 65, 66, 73, 74, 75, 77, 78] { #expect(page.text.contains("\n.It \(status)\n")) }
    #expect(try directory.contents().isEmpty)
  }

  @Test(.enabled(if: isInstalled("mandoc"))) func mandocFindsNothingWrong() async throws {
    let result = try await docket.script(
      "docket --generate-manual > docket.1; mandoc -T lint -W warning docket.1 || true")
    #expect(result.text.isEmpty, "\(result.text)")
    let text = try await docket.script("mandoc -T utf8 -O width=100 docket.1 | col -b").text
    #expect(text.contains("docket list") && text.contains("EXIT STATUS") && text.contains("\\t, a line feed \\n"))
  }
}
