import Foundation
import PostgreSQLTestServer
import Testing

@Suite(
  "A full disk is one line, and all arrives once there is space", .takesTurns,
  .enabled(if: SmallDisk.isAvailable, "only who may mount a file system can fill one"))
struct FullDiskSyncTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func whereTheStoreIs() async throws {
    let folder = directory.file("a/.local/share/docket")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let disk = try await SmallDisk(at: folder, megabytes: 4)
    let (a, b) = try await Self.pair(in: directory, a: disk.wrapper, b: [])
    try await a.docket.run("add", "Mine")
    // A program that syncs all the time has the store open already: it says what is wrong, and goes on by itself.
    let service = try a.startSyncing()
    defer { service.send(SIGKILL) }
    try await waitUntil { try await b.sync().text.contains("received") ? true : nil }
    try await disk.fill()
    try await addMany(to: b)
    #expect(try await b.sync().status == 0)
    expectOneLine(try await a.sync())
    try await waitUntil { FileManager.default.contents(atPath: directory.file("a.log"))?.isEmpty == false ? true : nil }
    try await disk.free()
    try await waitUntil { try await a.states().count == 61 ? true : nil }
    #expect(service.isRunning)
    service.send(SIGTERM)
    _ = await service.wait()
    for home in [a, b] { #expect(try await home.sync().status == 0) }
    #expect(try await a.everything() == b.everything())
    #expect(try await b.states()["Mine"] == "open")
  }

  @Test func whereTheFolderIs() async throws {
    try FileManager.default.createDirectory(atPath: directory.file("folder"), withIntermediateDirectories: true)
    let disk = try await SmallDisk(at: directory.file("folder"), megabytes: 1)
    let (a, b) = try await Self.pair(in: directory, a: disk.wrapper, b: disk.wrapper)
    try await addMany(to: a)
    try await disk.fill()
    for _ in 1...2 {
      let result = try await a.sync()
      expectOneLine(result)
      #expect(result.error.contains("the folder can't be used: \(a.folder)"))
      #expect(result.error.contains("No space left on device"))
    }
    try await b.docket.run("add", "Theirs")
    expectOneLine(try await b.sync())
    try await disk.free()
    for home in [a, b, a] { #expect(try await home.sync().status == 0) }
    #expect(try await a.everything() == b.everything())
    #expect(try await a.states().count == 61)
  }

  private static func pair(
    in directory: TemporaryDirectory, a: [String], b: [String]
  ) async throws -> (SyncedHome, SyncedHome) {
    var homes = [try SyncedHome("a", in: directory), try SyncedHome("b", in: directory)]
    for (index, wrapper) in [a, b].enumerated() {
      homes[index].docket.wrapper = wrapper
      try await homes[index].docket.run("list")
    }
    #expect(try await homes[0].docket.run("sync", "init", homes[0].folder).status == 0)
    try await homes[1].join(by: homes[0].invitation())
    return (homes[0], homes[1])
  }

  private func addMany(to home: SyncedHome) async throws {
    let items = (1...60).map { "{\"title\": \"Item \($0)\", \"notes\": \"\(UUID())\(UUID())\(UUID())\"}" }
    try directory.write(Data("[\(items.joined(separator: ","))]".utf8), to: "items.json")
    #expect(try await home.docket.run("import", directory.file("items.json")).status == 0)
  }

  private func expectOneLine(_ result: DocketProcess.Result) {
    #expect(result.status == 74)
    #expect(result.error.hasPrefix("docket sync: ") && result.error.count { $0 == "\n" } == 1, "\(result.error)")
  }
}

@Suite("What was lost or is wrong is noticed, and nothing is lost by it", .takesTurns)
struct RestoredSyncTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func aWrongKeyIsOneLineUntilItIsRight() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let keys = URL(fileURLWithPath: b.store).deletingLastPathComponent().appendingPathComponent("sync-keys").path
    let right = try String(contentsOfFile: keys, encoding: .utf8)
    var words = right.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    words[3] = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    try write(words.joined(separator: " "), to: keys)
    try await a.docket.run("add", "Two")
    try await b.docket.run("add", "Three")
    try await a.sync()
    for _ in 1...2 {
      let result = try await b.sync()
      #expect(result.status == 65)
      #expect(result.error.hasPrefix("docket sync: ") && result.error.count { $0 == "\n" } == 1, "\(result.error)")
    }
    #expect(try await a.sync().text == "nothing new\n")
    try write(right, to: keys)
    for home in [b, a] { #expect(try await home.sync().status == 0) }
    #expect(try await a.states().count == 3)
    #expect(try await a.everything() == b.everything())
  }

  @Test func aMissingKeyIsSaidByTheStatus() async throws {
    let (_, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    #expect(try await b.docket.run("sync", "status").text.contains("payloads    sealed"))
    let keys = URL(fileURLWithPath: b.store).deletingLastPathComponent().appendingPathComponent("sync-keys").path
    try FileManager.default.removeItem(atPath: keys)
    let result = try await b.docket.run("sync", "status")
    #expect(result.status == 0 && result.text.contains("nothing is sent or received: the key of this store's space is"))
  }

  /// Whoever joins after that finds all of it too.
  @Test func aFolderFromABackup() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], ["Two"])
    try FileManager.default.copyItem(atPath: a.folder, toPath: directory.file("backup"))
    try await a.docket.run("add", "After the backup")
    try await b.docket.run("add", "And this")
    for home in [a, b, a] { try await home.sync() }
    try FileManager.default.removeItem(atPath: a.folder)
    try FileManager.default.moveItem(atPath: directory.file("backup"), toPath: a.folder)
    try await a.docket.run("add", "After it was restored")
    for home in [a, b, a] { #expect(try await home.sync().status == 0) }
    #expect(try await a.states().count == 5)
    let c = try SyncedHome("c", in: directory)
    try await c.docket.run("list")
    #expect(try await c.join(by: a.invitation()).status == 0)
    for home in [b, c] { #expect(try await home.everything() == a.everything(), "\(home.name)") }
  }

  @Test(.needsPostgreSQL) func aStoreFromABackupThatSyncsWithADatabase() async throws {
    let server = try TestServer.shared.get()
    let homes = try await SyncedHome.joined(["a", "b"], in: directory, at: server.url())
    let (a, b) = (homes[0], homes[1])
    try await a.docket.run("add", "One")
    try await a.docket.run("backup", directory.file("copy.sqlite"))
    try await a.docket.run("add", "After the backup")
    for home in [a, b] { try await home.sync() }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: a.store + suffix) }
    try FileManager.default.moveItem(atPath: directory.file("copy.sqlite"), toPath: a.store)
    try await a.docket.run("add", "After it was restored")
    for home in [a, b, a] { #expect(try await home.sync().status == 0) }
    #expect(try await a.states().count == 3)
    #expect(try await a.everything() == b.everything())
  }

  private func write(_ text: String, to path: String) throws {
    // In place, so that it keeps its mode.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
