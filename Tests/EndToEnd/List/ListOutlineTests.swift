import Foundation
import Testing

@Suite("The outline of a list in a terminal", .takesTurns)
struct ListOutlineTests {
  private let directory: TemporaryDirectory
  private let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func open() async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary], columns: 90, rows: 14, environment: docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("? help") }
    return terminal
  }

  /// Where some titles stand, from above; with the blanks before them.
  private func rows(_ screen: TerminalScreen, _ titles: [String]) -> [Int] {
    titles.map { title in screen.lines.firstIndex { $0.contains("○    \(title)") } ?? -1 }
  }

  @Test func aListInManualOrderShowsSubItemsBelowTheirItems() async throws {
    try await docket.run("add", "P1 >Work")
    try await docket.run("add", "P2 >Work")
    try await docket.run("add", "c2", "--parent", "1", "--list", "Work")
    try await docket.run("add", "c3", "--parent", "1", "--list", "Work")
    let terminal = try await open()
    try await terminal.press("f")
    try await terminal.type("Work")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("docket · Work") }
    try await terminal.press("s", "m")
    try await terminal.waitUntil { rows($0, ["P1  ▾ 0/2", "  c2", "  c3", "P2"]) == [1, 2, 3, 4] }
    try await terminal.press("G", "K")
    try await terminal.waitUntil { rows($0, ["P2", "P1  ▾ 0/2", "  c2", "  c3"]) == [1, 2, 3, 4] }
    try await terminal.press("J")
    try await terminal.waitUntil { rows($0, ["P1  ▾ 0/2", "  c2", "  c3", "P2"]) == [1, 2, 3, 4] }
    try await terminal.press("L")
    try await terminal.waitUntil { rows($0, ["P1  ▾ 0/3", "  c2", "  c3", "  P2"]) == [1, 2, 3, 4] }
    try await terminal.press("H")
    try await terminal.waitUntil { rows($0, ["P1  ▾ 0/2", "  c2", "  c3", "P2"]) == [1, 2, 3, 4] }
  }

  @Test func theAgendaInManualOrderHasNothingOutsideItsItem() async throws {
    try await docket.run("add", "Proj >Work")
    try await docket.run("add", "Due kid @today", "--parent", "1")
    try await docket.run("add", "plain kid", "--parent", "1")
    let terminal = try await open()
    try await terminal.waitUntil { $0.contains("Due kid  < Proj") && $0.contains("plain kid") }
    try await terminal.press("s", "m")
    try await terminal.waitUntil { rows($0, ["Proj  ▾ 0/2", "  Due kid", "  plain kid"]) == [1, 2, 3] }
    try await terminal.press("g", "j", "J")
    try await terminal.waitUntil { rows($0, ["Proj  ▾ 0/2", "  plain kid", "  Due kid"]) == [1, 2, 3] }
  }
}
