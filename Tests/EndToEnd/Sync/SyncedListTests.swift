import Foundation
import PostgreSQLTestServer
import Testing

@Suite("Lists of two machines", .takesTurns)
struct SyncedListTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ home: SyncedHome) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + DocketProcess.everything, columns: 80, rows: 10, environment: home.docket.environment,
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
    try await command("sync status", in: terminal)
    try await terminal.waitUntil { $0.contains("Offline: there is no such folder") && $0.contains("1 to send") }
    try await terminal.press("Escape")
    try FileManager.default.moveItem(atPath: directory.file("elsewhere"), toPath: a.folder)
    try await command("sync now", in: terminal)
    try await terminal.waitUntil { $0.contains("synced ✓") }
    try await command("sync status", in: terminal)
    try await terminal.waitUntil { $0.contains("All changes are sent and received.") }
  }

  @Test(.needsPostgreSQL) func sayThatTheyWaitForAServerThatDoesNotAnswer() async throws {
    let server = try TestServer.shared.get()
    let proxy = try CuttingProxy(to: server.socket, seed: 0)
    proxy.heal()
    let homes = try await SyncedHome.joined(
      ["a", "b"], in: directory, at: "postgresql://owner@127.0.0.1:\(proxy.port)/postgres")
    let terminal = try await open(homes[0])
    proxy.fallSilent(true)
    try await terminal.press("a")
    try await terminal.type("Unheard")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("Unheard") && $0.contains("syncing…") }
    proxy.fallSilent(false)
    try await terminal.waitUntil { $0.contains("synced ✓") }
    #expect(try await homes[1].sync().status == 0)
    #expect(try await homes[1].states() == ["Unheard": "open"])
  }

  @Test func sayThatSyncHasEndedAndStartItAgain() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    let terminal = try await open(a)
    let children = ProcessTable.children(of: try await terminal.programIdentifier())
    #expect(children.count == 1)
    for child in children { kill(child, SIGKILL) }
    try await terminal.waitUntil { $0.contains("offline") }
    try await command("sync status", in: terminal)
    try await terminal.waitUntil { $0.contains("docket-sync has ended") }
    try await terminal.press("Escape")
    try await terminal.waitUntil { $0.contains("synced ✓") }
  }

  /// `docket sync init` and `leave` in another terminal.
  @Test func beginAndEndToSyncWhileTheyAreOpen() async throws {
    let home = try SyncedHome("a", in: directory)
    try await home.docket.run("add", "One")
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + DocketProcess.everything, columns: 80, rows: 10, environment: home.docket.environment,
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
      [DocketProcess.binary, "--store", other] + DocketProcess.everything, environment: a.docket.environment,
      in: directory)
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
      [DocketProcess.binary] + DocketProcess.everything, columns: 80, rows: 10, environment: b.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("1 set aside") }
  }

  /// Two people, each with a list on the screen; neither syncs before.
  @Test func shareAListAndJoinIt() async throws {
    let (anna, carl) = (try SyncedHome("anna", in: directory), try SyncedHome("carl", in: directory))
    try await anna.docket.run("add", "Dig beds >Garden")
    try await anna.docket.run("add", "Secret plan")
    try await carl.docket.run("add", "Mine alone")
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let (here, there) = (try await start(anna), try await start(carl))

    try await here.press("f")
    try await here.type("Garden")
    try await here.press("Enter")
    try await here.waitUntil { $0.contains("docket · Garden") }
    try await command("share list", in: here)
    try await here.waitUntil { $0.contains("share by way of:") && $0.contains("the list “Garden”, sealed") }
    try await here.type(directory.file("nowhere"))
    try await here.press("Enter")
    try await here.waitUntil { $0.contains("there is no such folder") && $0.contains("share by way of:") }
    try await here.press("C-u")
    try await here.type(folder)
    try await here.press("Enter")
    try await here.waitUntil { $0.contains("copied the invitation to “Garden”") }
    let invitation = try await here.clipboard()

    try await command("join list", in: there)
    try await there.waitUntil { $0.contains("invitation:") }
    try await there.paste(invitation)
    try await there.press("Enter")
    try await there.waitUntil { $0.contains("Dig beds") && $0.contains("Mine alone") }
    #expect(try await !there.screen().contains("Secret"))
    try await there.press("b")
    try await there.waitUntil { $0.lines.contains { $0.contains("Garden") && $0.contains("⇆ 1") } }
    try await there.type("Gd")
    try await there.waitUntil { $0.contains("Delete the list “Garden” for all who share it?") }
    try await there.press("k")

    try await command("leave list", in: here)
    try await here.waitUntil { $0.contains("Stop sharing “Garden”?") }
    try await here.press("Left", "Enter")
    try await here.waitUntil { $0.contains("the list Garden is not shared any more") }
    try await command("invite to list", in: here)
    try await here.waitUntil { $0.contains("the list is not shared") }
  }

  private func start(_ home: SyncedHome) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + DocketProcess.everything, columns: 100, rows: 20, environment: home.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("? help") }
    return terminal
  }

  private func command(_ name: String, in terminal: TmuxTerminal) async throws {
    try await terminal.press(":")
    try await terminal.type(name)
    try await terminal.press("Enter")
  }
}
