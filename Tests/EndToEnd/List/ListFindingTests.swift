import Foundation
import Testing

@Suite("Finding and changing in the list in a terminal", .takesTurns)
struct ListFindingTests {
  private static func list(_ arguments: [String] = []) async throws -> ListTerminal {
    let directory = try TemporaryDirectory()
    let command = DocketProcess(in: directory)
    for line in ["Buy milk #home !high", "Write the report #work @tomorrow", "Call Zoë >Family"] {
      try await command.run("add", line)
    }
    return try await ListTerminal(arguments, in: directory, columns: 80)
  }

  @Test func searchesAsOneTypesAndActsOnWhatIsFound() async throws {
    let list = try await Self.list()
    try await list.terminal.press("/")
    try await list.terminal.type("zoe")
    try await list.waitFor("1 found")
    try await list.terminal.press("Enter", "Space")
    try await list.terminal.waitUntil { $0.contains("▌●    Call Zoë") && $0.contains("saved ✓") }
    try await list.terminal.press("Escape")
    try await list.waitFor("open 2 of 3")
    #expect(try await list.command.run("list", "--ids", "is:done").text == "3\n")
  }

  @Test func whatWasDoneIsUndoneAfterARestartAndFromTheCommandLine() async throws {
    let list = try await Self.list()
    try await list.waitFor("▌○    Call Zoë")
    try await list.terminal.press("d")
    try await list.waitFor("deleted “Call Zoë”")
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    let again = try await ListTerminal(in: list.directory, columns: 80)
    try await again.waitFor("of 2")
    try await again.terminal.press("u")
    try await again.waitFor("undone: delete “Call Zoë”")
    try await again.waitFor("of 3")
    try await again.command.run("redo")
    try await again.waitFor("of 2")
  }

  @Test func beginsWithAFilterOfTheCommandLine() async throws {
    let list = try await Self.list(["--filter", "#home"])
    try await list.waitFor("▌○ !! Buy milk")
    try await list.waitFor("docket · #home")
    let refused = try await list.command.run("--filter", "due:x")
    #expect(refused.status == 64)
    #expect(refused.error.contains("isn't a date"))
  }

  @Test func copiesToTheClipboardOfTheTerminal() async throws {
    let list = try await Self.list()
    try await list.waitFor("▌○    Call Zoë")
    try await list.terminal.press("y")
    try await list.waitFor("copied “Call Zoë”")
    #expect(try await list.terminal.clipboard() == "Call Zoë")
  }
}
