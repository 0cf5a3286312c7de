import Foundation
import PostgreSQLTestServer
import Testing

@Suite("Over a connection that is cut, delayed and truncated all arrives in the end", .needsPostgreSQL, .takesTurns)
struct SurvivesBadConnectionsTests {
  /// `DOCKET_SYNC_SEEDS` sets how many, `DOCKET_SYNC_SEED` takes a single one.
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["DOCKET_SYNC_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return (1...max(1, environment["DOCKET_SYNC_SEEDS"].flatMap { UInt64($0) } ?? 2)).map { $0 }
  }()

  private static let steps = 8

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Two machines that sync by commands and one that syncs all the time.
  @Test(arguments: seeds) func threeStoresAreEqualAfterAll(_ seed: UInt64) async throws {
    var random = SeededBytes(seed: seed)
    let server = try TestServer.shared.get()
    let proxy = try CuttingProxy(to: server.socket, seed: seed)
    proxy.heal()
    let homes = try await SyncedHome.joined(["a", "b", "c"], in: directory, at: Self.url(proxy))
    proxy.spoil()
    let third = try homes[2].startSyncing()
    defer { third.send(SIGKILL) }
    var (titles, failures): ([String], Int) = ([], 0)
    for step in 1...Self.steps {
      let home = homes[Int.random(in: 0..<3, using: &random)]
      let title = "\(home.name) \(step)"
      try await home.docket.run("add", title + " " + String(repeating: "long ", count: step * 20))
      titles.append(title)
      if step % 3 == 0 { try await home.docket.run("update", "1", "--title", "changed by \(home.name) in \(step)") }
      // Once there is no connection at all.
      proxy.close(step == 5)
      let result = try await homes[step % 2].sync()
      if step == 5 { #expect(result.status == 74, "seed \(seed)") }
      if result.status != 0 { failures += 1 }
      #expect(Self.isClear(result), "seed \(seed), step \(step): \(result.status) \(result.error)")
    }
    proxy.heal()
    // The third machine looks again after a pause, and may have something to send then.
    try await waitUntil(or: { "seed \(seed): the stores are not equal" }) {
      for home in [homes[0], homes[1], homes[0]] { #expect(try await home.sync().status == 0) }
      let everything = try await homes[0].everything()
      let others = (try await homes[1].everything(), try await homes[2].everything())
      return others.0 == everything && others.1 == everything ? true : nil
    }
    let found = try await Set(homes[0].states().keys)
    // Titles may be changed since; what is overwritten unseen is a conflict.
    #expect(found.count == titles.count, "seed \(seed)")
    third.send(SIGTERM)
    _ = await third.wait()
    let log = try String(decoding: directory.bytes(of: "c.log"), as: UTF8.self)
    #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("docket sync: ") }, "\(log)")
    print("seed \(seed): \(proxy.connections) connections, \(failures) of \(Self.steps) commands failed")
  }

  /// A command does not hang where there is no connection, and says so in one line.
  @Test func aServerThatIsAwayIsOneLine() async throws {
    let server = try TestServer.shared.get()
    let proxy = try CuttingProxy(to: server.socket, seed: 0)
    proxy.heal()
    let homes = try await SyncedHome.joined(["a", "b"], in: directory, at: Self.url(proxy))
    proxy.close(true)
    try await homes[0].docket.run("add", "Offline")
    let result = try await homes[0].sync()
    #expect(result.status == 74)
    #expect(result.error.contains("can't be reached"))
    #expect(Self.isClear(result), "\(result.error)")
    proxy.close(false)
    for home in homes { #expect(try await home.sync().status == 0) }
    #expect(try await homes[1].states() == ["Offline": "open"])
  }

  private static func url(_ proxy: CuttingProxy) -> String { "postgresql://owner@127.0.0.1:\(proxy.port)/postgres" }

  /// Whether a command succeeded, or said in one line that input or output failed.
  private static func isClear(_ result: DocketProcess.Result) -> Bool {
    if result.status == 0 { return result.error.isEmpty }
    return result.status == 74 && result.error.hasPrefix("docket sync: ") && result.error.hasSuffix("\n")
      && result.error.count { $0 == "\n" } == 1
  }
}
