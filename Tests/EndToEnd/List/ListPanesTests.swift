import Foundation
import Testing

@Suite("The panes of the list in a terminal", .takesTurns)
struct ListPanesTests {
  @Test func theItemIsShownWholeAndFollowsWhatAnotherProcessDoes() async throws {
    let list = try await ListTerminal(columns: 80, rows: 24)
    try await list.add("Renew the certificate")
    try await list.terminal.press("Enter")
    try await list.waitFor("created ")
    try await list.command.run("update", "1", "--notes", "by mail", "--tag", "+ops", "--priority", "high")
    try await list.terminal.waitUntil { $0.contains("by mail") && $0.contains("high") }
    try await list.command.run("add", "Write the request", "--parent", "1")
    try await list.waitFor("Sub-items · 0 of 1 done")
    try await list.command.run("done", "2")
    try await list.waitFor("Sub-items · 1 of 1 done")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { !$0.contains("by mail") }
  }

  @Test func theSidebarNarrowsTheListAndCountsAlong() async throws {
    let list = try await ListTerminal(columns: 80, rows: 24)
    for title in ["one #home", "two #home", "three >Work"] {
      try await list.terminal.press("a")
      try await list.waitFor(" add:")
      try await list.terminal.type(title)
      try await list.terminal.press("Enter")
      try await list.terminal.waitUntil { $0.contains("▌") && $0.contains("saved ✓") && !$0.contains(" add:") }
    }
    try await list.terminal.press("b")
    try await list.terminal.waitUntil { $0.text.contains(/#home +2/) && $0.text.contains(/Work +1/) }
    try await list.terminal.press("G", "Enter")
    try await list.terminal.waitUntil { $0.contains("· #home") && !$0.contains("three") }
    try await list.command.run("done", "1")
    try await list.terminal.waitUntil { $0.text.contains(/#home +1/) }
    try await list.terminal.press("b")
    try await list.terminal.waitUntil { !$0.contains("Filters") && $0.contains("two") }
  }

  @Test func onSmallScreensOnePaneIsShownAtATime() async throws {
    let list = try await ListTerminal(["--preview"], columns: 40, rows: 10)
    try await list.waitFor("Renew")
    try await list.terminal.press("Enter")
    try await list.terminal.waitUntil { $0.contains("created ") && !$0.contains("Write the rel") }
    try await list.terminal.resize(columns: 80, rows: 24)
    try await list.terminal.waitUntil { $0.contains("created ") && $0.contains("Write the release") }
    try await list.terminal.resize(columns: 20, rows: 3)
    try await list.terminal.waitUntil { $0.lines.count == 3 && $0.contains("Renew") }
    try await list.terminal.resize(columns: 40, rows: 10)
    try await list.terminal.press("Escape")
    try await list.terminal.waitUntil { $0.contains("Write the rel") && !$0.contains("created ") }
  }
}
