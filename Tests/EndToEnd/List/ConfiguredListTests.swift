import Foundation
import Testing

@Suite("The list as a person has set it up", .takesTurns)
struct ConfiguredListTests {
  @Test func aCommandHasTheKeysOfTheConfigurationFile() async throws {
    let directory = try Self.directory("[keys]\nadd = \"i\"\nquit = \"g q\"\n")
    let list = try await ListTerminal(in: directory)
    try await list.waitFor("i  add an item")
    try await list.terminal.press("i")
    try await list.waitFor(" add:")
    try await list.terminal.type("by another key")
    try await list.terminal.press("Enter")
    try await list.waitFor("by another key")
    try await list.terminal.press("g", "q")
    #expect(try await list.terminal.exitStatus() == 0)
  }

  @Test func aFileThatCannotBeUnderstoodIsReportedBeforeTheScreenIsTaken() async throws {
    let directory = try Self.directory("theme = \"pink\"\n")
    let command = DocketProcess(in: directory)
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary], columns: 120, rows: 10, environment: command.environment,
      workingDirectory: directory.path)
    #expect(try await terminal.exitStatus() == 78)
    let screen = try await terminal.screen()
    #expect(screen.contains("docket: \"theme\" must be"))
    #expect(screen.contains("config.toml:1:1"))
  }

  private static func directory(_ configuration: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.configure(configuration)
    return directory
  }
}
