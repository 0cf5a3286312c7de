import Foundation
import Testing

@Suite("Adding and arranging in the list in a terminal", .takesTurns)
struct ListTypingTests {
  @Test func anItemIsAddedWithEverythingInOneLine() async throws {
    let list = try await ListTerminal(columns: 90)
    try await list.terminal.press("a")
    try await list.waitFor(" add:")
    try await list.terminal.type("Buy milk #home !high @tomorrow >Shop every:week")
    try await list.waitFor("  due tomorrow · every week · in the new list Shop · high priority · #home")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { $0.contains("▌○ !! Buy milk") && $0.contains("saved ✓") }
    let item = try await list.command.run("list", "#home list:shop prio:high due:tomorrow is:recurring", "--count")
    #expect(item.text == "1\n")
  }

  @Test func aDateWithASlashIsUnderstoodWhereverADateIsTyped() async throws {
    let directory = try TemporaryDirectory()
    try directory.configure("slash-dates = \"month-first\"\n")
    let list = try await ListTerminal(in: directory, columns: 90)
    func waitFor(_ ids: String, _ query: String) async throws {
      try await waitUntil(or: { "“\(query)” never finds \(ids)" }) {
        try await list.command.run("list", query, "--ids").text == ids ? true : nil
      }
    }
    try await list.terminal.press("a")
    try await list.waitFor(" add:")
    try await list.terminal.type("Bake @12/24")
    try await list.terminal.press("Enter")
    try await waitFor("1\n", "due:24 dec")
    try await list.add("Visit")
    try await list.terminal.press("@")
    try await list.waitFor(" due:")
    try await list.terminal.type("12/26")
    try await list.terminal.press("Enter")
    try await waitFor("2\n", "due:26 dec")
    #expect(try await Set(list.titles()) == ["Bake", "Visit"])
    try await list.terminal.press("/")
    try await list.terminal.type("due:12/24")
    try await list.terminal.waitUntil { $0.contains("1 found") && $0.contains("Bake") && !$0.contains("Visit") }
  }

  @Test func subItemsStandBelowTheirItemAndFold() async throws {
    let list = try await ListTerminal()
    try await list.add("whole")
    try await list.terminal.press("A")
    try await list.waitFor(" add sub-item:")
    try await list.terminal.type("part")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { $0.contains("whole  ▾ 0/1") && $0.contains("▌○      part") }
    try await list.terminal.press("z")
    try await list.terminal.waitUntil { $0.contains("▌○    whole  ▸ 0/1") && !$0.contains("part") }
  }

  @Test func severalPastedLinesBecomeItemsInOneStepAndAreTaggedTogether() async throws {
    let list = try await ListTerminal(columns: 80, rows: 14)
    try await list.terminal.paste("one\ntwo !high\nthree #x")
    try await list.waitFor("Add 3 items, one for each line?")
    try await list.terminal.press("a")
    try await list.terminal.waitUntil { $0.contains("open 3 of 3") && $0.contains("saved ✓") }
    try await list.terminal.press("*")
    try await list.waitFor("3 selected")
    try await list.terminal.press("#")
    try await list.waitFor(" tags:")
    try await list.terminal.type("all")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { $0.text.components(separatedBy: "#all").count == 4 && $0.contains("saved ✓") }
    try await list.terminal.press("u", "u")
    try await list.waitFor("a  add an item")
  }

  @Test func theManualOrderIsThatOfTheCommandLine() async throws {
    let list = try await ListTerminal()
    for title in ["a1", "b2", "c3"] { try await list.add(title) }
    try await list.terminal.press("s", "m")
    try await list.waitFor("by manual ↑")
    try await list.terminal.waitUntil { $0.lines[1].contains("a1") }
    try await list.terminal.press("g", "J", "J")
    try await list.terminal.waitUntil { $0.lines[3].hasPrefix(" ▌○    a1") && $0.contains("saved ✓") }
    #expect(try await list.command.run("list", "--ids", "--sort", "manual").text == "2\n3\n1\n")
  }
}
