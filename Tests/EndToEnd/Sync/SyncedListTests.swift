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
}
