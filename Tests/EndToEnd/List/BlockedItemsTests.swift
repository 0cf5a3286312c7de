import Testing

@Suite("Items that others wait for", .takesTurns)
struct BlockedItemsTests {
  @Test func areMarkedAndNamedOnATerminal() async throws {
    let directory = try TemporaryDirectory()
    let docket = DocketProcess(in: directory)
    try await docket.run("add", "Buy paint")
    try await docket.run("add", "Paint the fence", "--after", "1")
    let terminal = try await TmuxTerminal(
      ["/bin/sh", "-c", "'\(DocketProcess.binary)' list --all; '\(DocketProcess.binary)' show 1; cat"], columns: 80,
      rows: 30, environment: docket.environment, workingDirectory: directory.path)
    let screen = try await terminal.waitUntil { $0.contains("blocks ") }.text
    #expect(screen.contains(/\n *2 ◌ +Paint the fence/), "\(screen)")
    #expect(screen.contains(/\n *1 +Buy paint/), "\(screen)")
    #expect(screen.contains(/\nblocks +2 Paint the fence/), "\(screen)")
  }
}
