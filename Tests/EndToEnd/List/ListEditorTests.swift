import Foundation
import Testing

@Suite("An item of the list in a real editor", .takesTurns)
struct ListEditorTests {
  @Test func whatTheEditorWritesIsSavedAndUndoneAsOneStep() async throws {
    let list = try await Self.list(
      "sed -i -e 's/^title: .*/title: Edited/' -e 's/^tags:.*/tags: a, b/' \"$2\"; printf 'two\\nlines\\n' >> \"$2\"")
    try await list.add("plain")
    try await list.terminal.press("E")
    try await list.terminal.waitUntil { $0.contains("▌") && $0.contains("Edited") && $0.contains("saved ✓") }
    let shown = try await list.command.run("show", "1", "--json").text
    #expect(shown.contains(#""title":"Edited""#) && shown.contains(#""tags":["a","b"]"#))
    #expect(shown.contains(#""notes":"two\nlines""#))
    try await list.command.run("undo")
    try await list.waitFor("plain")
    #expect(try list.leftovers() == [])
  }

  @Test func aWrongTextComesBackWithTheReasonOnTop() async throws {
    let list = try await Self.list(
      """
      if grep -q '^# ! Not saved: line 7, column 6: “tomorow” isn.t a date' "$2"
      then sed -i -e 's/tomorow/2030-01-02/' "$2"
      else sed -i -e 's/^due:.*/due: tomorow/' "$2"
      fi
      """)
    try await list.add("plain")
    try await list.terminal.press("E")
    try await list.waitFor("saved ✓")
    try await list.until { try await list.command.run("show", "1", "--json").text.contains("2030-01-0") }
    #expect(try list.leftovers() == [])
  }

  @Test func whatIsLeftWrongIsPutAsideAndComesBack() async throws {
    let list = try await Self.list(
      """
      case $(cat rounds) in
        '') sed -i -e 's/^title: .*/title: Typed/; s/^state:.*/state: later/' "$2";;
        xx) sed -i -e 's/^state: later/state: open/' "$2";;
      esac
      printf x >> rounds
      """)
    try list.directory.write([], to: "rounds")
    try await list.add("plain")
    try await list.terminal.press("E")
    try await list.waitFor("“later” isn't a state")
    try await list.terminal.press("E")
    try await list.waitFor("Typed")
  }

  @Test(arguments: [("exit 3", "failed with status 3"), ("kill -9 $$", "was ended by signal 9")])
  func anEditorThatFailsChangesNothingAndLosesNothing(_ end: String, _ reason: String) async throws {
    let list = try await Self.list(
      """
      grep -q '^# ! Not saved' "$2" && exit
      sed -i -e 's/^title: .*/title: Typed/' "$2"
      \(end)
      """)
    try await list.add("plain")
    try await list.terminal.press("E")
    let screen = try await list.waitFor(reason)
    #expect(screen.isAlternate && screen.contains("plain"))
    #expect(try await list.titles() == ["plain"])
    try await list.terminal.press("E")
    try await list.waitFor("Typed")
    #expect(try list.leftovers() == [])
  }

  @Test func anEditorThatPersonsTypeIntoHasTheTerminal() async throws {
    let list = try await Self.list("read -r line </dev/tty; sed -i \"s/^title: .*/title: $line/\" \"$2\"")
    try await list.add("plain")
    try await list.terminal.press("E")
    try await list.terminal.waitUntil { !$0.isAlternate }
    try await list.terminal.type("dd q")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { $0.isAlternate && $0.contains("dd q") }
    #expect(try await list.titles() == ["dd q"])
  }

  /// A list whose editor is a script; `$2` is the file.
  private static func list(_ script: String) async throws -> ListTerminal {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.file("tmp"), withIntermediateDirectories: true)
    try directory.write(Array("#!/bin/bash\n\(script)\n".utf8), to: "the editor")
    return try await ListTerminal(
      in: directory, columns: 100, rows: 12,
      wrapper: [
        "/usr/bin/env", "EDITOR=/bin/bash '\(directory.file("the editor"))' --wait", "TMPDIR=\(directory.file("tmp"))",
      ])
  }
}

extension ListTerminal {
  /// What is left of files for the editor.
  fileprivate func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.file("tmp"))
  }

  /// Waits until something is so.
  fileprivate func until(_ condition: () async throws -> Bool) async throws {
    let _: Bool = try await waitUntil { try await condition() ? true : nil }
  }
}
