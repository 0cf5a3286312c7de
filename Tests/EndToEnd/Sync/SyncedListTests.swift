import Foundation
import Testing

@Suite("Lists of two machines", .takesTurns)
struct SyncedListTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ home: SyncedHome) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary], columns: 80, rows: 10, environment: home.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("synced ✓") }
    return terminal
  }

  @Test func showWhatTheOtherOneAdds() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let (here, there) = (try await open(a), try await open(b))
    try await here.press("a")
    try await here.type("From here")
    try await here.press("Enter")
    try await there.waitUntil { $0.contains("From here") }
    try await there.press("a")
    try await there.type("And back")
    try await there.press("Enter")
    try await here.waitUntil { $0.contains("And back") && $0.contains("synced ✓") }
  }

  @Test func sayThatTheFolderIsGone() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    let terminal = try await open(a)
    try FileManager.default.moveItem(atPath: a.folder, toPath: directory.file("elsewhere"))
    try await terminal.press("a")
    try await terminal.type("Offline")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("offline · 1 to send") }
    try FileManager.default.moveItem(atPath: directory.file("elsewhere"), toPath: a.folder)
    try await terminal.waitUntil { $0.contains("synced ✓") }
  }

  /// `docket sync init` and `leave` in another terminal.
  @Test func beginAndEndToSyncWhileTheyAreOpen() async throws {
    let home = try SyncedHome("a", in: directory)
    try await home.docket.run("add", "One")
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary], columns: 80, rows: 10, environment: home.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("One") }
    #expect(try await home.docket.run("sync", "init", home.folder).status == 0)
    try await home.docket.run("add", "Two")
    try await terminal.waitUntil { $0.contains("Two") && $0.contains("synced ✓") }
    #expect(try await home.docket.run("sync", "leave").status == 0)
    try await terminal.waitUntil { !$0.contains("synced ✓") }
  }

  /// Another store of the person's does.
  @Test func startNothingOverAStoreThatDoesNotSync() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    let other = directory.file("other.sqlite")
    try await a.docket.run("--store", other, "add", "Alone")
    let terminal = try PseudoTerminal(
      [DocketProcess.binary, "--store", other], environment: a.docket.environment, in: directory)
    try await terminal.waitFor("Alone")
    try await terminal.waitForRest()
    #expect(ProcessTable.children(of: terminal.process.identifier) == [])
    try await terminal.send("q")
    let end = await terminal.ending()
    #expect(end.ending == .exited(0))
    // The store is closed at once, though its saves were followed.
    #expect(end.time < Effort.limit(.seconds(5), beside: .seconds(1)))
  }

  @Test func sayWhatIsSetAside() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let before = try Set(FileManager.default.subpathsOfDirectory(atPath: a.folder))
    try await a.docket.run("add", "Two")
    try await a.sync()
    let missing = try #require(
      FileManager.default.subpathsOfDirectory(atPath: a.folder).first { !before.contains($0) && $0.hasSuffix(".batch") }
    )
    try await a.docket.run("add", "Three")
    try await a.sync()
    try FileManager.default.removeItem(atPath: a.folder + "/" + missing)
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary], columns: 80, rows: 10, environment: b.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("1 set aside") }
  }
}
