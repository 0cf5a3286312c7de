import Foundation
import Testing

@Suite("Notes and links in the list", .takesTurns)
struct ListNotesTests {
  @Test func notesAreTypedPastedSavedAndUndone() async throws {
    let list = try await ListTerminal(columns: 70, rows: 20)
    try await list.add("plain")
    try await list.terminal.press("i")
    try await list.waitFor("Esc save")
    try await list.terminal.type("wide 漢字 and e\u{301}")
    try await list.terminal.press("Enter")
    try await list.terminal.paste("pasted \u{1b}[31m line\nq d\n")
    try await list.waitFor("q d")
    try await list.terminal.press("Escape")
    // What was saved before may stand there still.
    let shown = try await waitUntil {
      let shown = try await list.command.run("show", "1", "--json").text
      return shown.contains("q d") ? shown : nil
    }
    #expect(shown.contains(#""notes":"wide 漢字 and e\#u{301}\npasted "#) && shown.contains(#"line\nq d\n""#), "\(shown)")
    #expect(try await list.command.run("undo").text == "undone: edit the notes of “plain”\n")
    #expect(try await list.command.run("show", "1", "--json").text.contains(#""notes":"""#))
  }

  @Test func aChangeByAnotherProcessIsNotOverwrittenUnseen() async throws {
    let list = try await ListTerminal(columns: 70, rows: 20)
    try await list.add("plain")
    try await list.terminal.press("i")
    try await list.waitFor("Esc save")
    try await list.terminal.type("mine")
    try await list.command.run("update", "1", "--notes", "theirs")
    try await list.terminal.press("C-s")
    try await list.terminal.waitUntil { $0.contains("changed elsewhere") && $0.contains("mine") }
    #expect(try await list.command.run("show", "1").text.contains("theirs"))
    try await list.terminal.press("C-s")
    try await list.waitFor("saved ✓")
    #expect(try await list.command.run("show", "1").text.contains("mine"))
  }

  @Test func aLinkIsOneArgumentOfTheProgramThatIsSetUp() async throws {
    let directory = try TemporaryDirectory()
    let arguments = directory.file("arguments")
    try directory.writeProgram(
      "#!/bin/sh\nprintf '%s|' \"$@\" > '\(arguments).new'; readlink /proc/self/fd/0 >> '\(arguments).new'; mv '\(arguments).new' '\(arguments)'; echo SPILT; echo SPILT >&2\n",
      to: "opener")
    try directory.configure("open = [\"\(directory.file("opener"))\", \"-new tab\"]\n")
    let list = try await ListTerminal(in: directory, columns: 90)
    try await list.add("see https://example.org/$(touch%20x);`id`'x")
    try await list.terminal.press("o")
    let given = try await waitUntil { try? directory.bytes(of: "arguments") }
    #expect(
      String(decoding: given, as: UTF8.self) == "-new tab|https://example.org/$(touch%20x)|/dev/null\n")
    #expect(try await list.terminal.screen().contains("SPILT") == false)
  }
}
