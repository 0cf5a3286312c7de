import Foundation
import Testing

@Suite("Searching as one types in a long list", .takesTurns)
struct ListSearchTests {
  /// Prints how long each answer took; `Documentation/Comparison.md` names the long form.
  @Test(arguments: [Effort.choose(2_000, long: 1_000_000)])
  func eachLetterShowsAsManyAsTheCommandLineFinds(_ count: Int) async throws {
    let directory = try TemporaryDirectory()
    let command = DocketProcess(in: directory)
    let filling = try await command.shell("\"$@\" export --preview --items \(count) | \"$@\" import -").run()
    #expect(filling.status == 0, "\(filling.error)")
    let terminal = try await Probe.docket(columns: 100, rows: 30, in: directory)
    try await terminal.waitUntil { Self.number(in: $0.lines[0]).hasSuffix("\(count)") }
    try await terminal.send("/")
    var typed = ""
    for letter in "letter" {
      typed.append(letter)
      let expected = try await command.run("list", typed, "--count").text.trimmingCharacters(in: .newlines)
      let start = ContinuousClock.now
      try await terminal.send(String(letter))
      try await terminal.waitUntil { Self.isAnswer(to: typed, finding: expected, $0) }
      print("“\(typed)” finds \(expected) of \(count) after \(ContinuousClock.now - start)")
    }
  }

  /// The list is that of the text when its head says so, and how many there are.
  private static func isAnswer(to text: String, finding count: String, _ screen: TerminalEmulator) -> Bool {
    screen.lines[0].contains("found") && number(in: screen.lines[0]) == count && screen.text.contains("/ \(text)")
  }

  /// The digits of a line, which are written in groups.
  private static func number(in line: String) -> String { line.filter(\.isNumber) }
}
