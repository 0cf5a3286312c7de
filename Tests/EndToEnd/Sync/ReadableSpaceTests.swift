import Foundation
import PostgreSQLTestServer
import Testing

@Suite("A readable space, by the programs", .takesTurns)
struct ReadableSpaceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func meetsInAFolderAndSaysThatItIsReadable() async throws {
    let (a, b) = (try SyncedHome("a", in: directory), try SyncedHome("b", in: directory))
    try await a.docket.run("add", "Renew the certificate #server")
    try await b.docket.run("add", "Buy milk")
    let notice = "this space is readable: whoever runs the place can read and change all that is in it"
    let begun = try await a.docket.run("sync", "init", "--readable", a.folder)
    #expect(begun.status == 0 && begun.text.split(separator: "\n").contains { $0 == notice }, "\(begun)")
    let invitation = try await a.invitation()
    #expect(invitation.hasPrefix("docket-sync:2:") && invitation.contains(":readable:"))
    let joined = try await b.join(by: invitation)
    #expect(joined.status == 0 && joined.text.split(separator: "\n").contains { $0 == notice }, "\(joined)")
    try await a.sync()
    let items = try await a.items()
    #expect(items.count == 2)
    #expect(try await b.items() == items)

    #expect(try await b.docket.run("sync", "status").text.contains("payloads    readable\n"))
    #expect(try await b.docket.run("sync", "status", "--json").text.contains(#""protection":"readable""#))
    let files = try FileManager.default.subpathsOfDirectory(atPath: a.folder).filter { $0.hasSuffix(".batch") }
    let title = Data(#""property":"title","value":"Renew the certificate""#.utf8)
    #expect(try files.contains { try directory.bytes(of: "folder/\($0)").range(of: title) != nil })
    let keys = try String(contentsOfFile: directory.file("b/.local/share/docket/sync-keys"), encoding: .utf8)
    #expect(keys.hasPrefix("docket-sync keys 2\n") && keys.hasSuffix(" readable docket\n"))
  }

  @Test func aSealedOneSaysSo() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    #expect(try await a.docket.run("sync", "status").text.contains("payloads    sealed\n"))
    #expect(try await a.docket.run("sync", "status", "--json").text.contains(#""protection":"sealed""#))
  }

  /// A person's machines hear of a list by their own space, with its key.
  @Test func givesAwayNoKeyOfASealedList() async throws {
    let (a, b) = (try SyncedHome("a", in: directory), try SyncedHome("b", in: directory))
    let gardens = directory.file("gardens")
    try FileManager.default.createDirectory(atPath: gardens, withIntermediateDirectories: true)
    for home in [a, b] { try await home.docket.run("add", "Sow beans >Garden") }
    #expect(try await a.docket.run("sync", "init", "--readable", a.folder).status == 0)
    let refused = try await a.docket.run("sync", "share", "Garden", gardens)
    #expect(refused.status == 64)
    #expect(refused.error.hasPrefix("docket sync: this store's own space is readable"), "\(refused)")
    #expect(try await !a.docket.run("sync", "status").text.contains("Garden"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: gardens).isEmpty)

    #expect(try await b.docket.run("sync", "share", "Garden", gardens).status == 0)
    let invited = try await a.join(by: b.docket.run("sync", "invite", "Garden").text)
    #expect(invited.status == 64 && invited.error.contains(": Garden: "), "\(invited)")
    let other = directory.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    let late = try await b.docket.run("sync", "init", "--readable", other)
    #expect(late.status == 64 && late.error.contains("would give away the keys"), "\(late)")
    #expect(try await b.docket.run("sync", "init", other).status == 0)
  }

  /// The query of the documentation, with a shared list that is readable and a store that is not.
  @Test(.needsPostgreSQL) func isQueriedInADatabase() async throws {
    let server = try TestServer(programs: #require(TestServer.installation))
    let (a, b) = (try SyncedHome("a", in: directory), try SyncedHome("b", in: directory))
    for item in ["Sow beans >Garden @2027-04-01", "Dig beds >Garden #spring", "Rake >Garden", "Secret plan"] {
      try await a.docket.run("add", item)
    }
    try await a.docket.run("done", "3")
    try await b.docket.run("list")
    #expect(try await a.docket.run("sync", "init", server.url()).status == 0)
    let shared = try await a.docket.run("sync", "share", "--readable", "Garden", server.url())
    #expect(shared.status == 0 && shared.text.contains("this space is readable"), "\(shared)")
    let joined = try await b.join(by: a.docket.run("sync", "invite", "Garden").text)
    #expect(joined.status == 0 && joined.text.contains("this space is readable"), "\(joined)")
    try await b.docket.run("update", b.number(of: "Dig"), "--title", "Dig the beds")
    for home in [b, a] { try await home.sync() }
    #expect(try await a.items().contains { $0.contains("Dig the beds") })

    let status = try JSONDecoder().decode([Status].self, from: await a.docket.run("sync", "status", "--json").output)
    #expect(status.map(\.protection) == ["sealed", "readable"])
    let space = try #require(status.last?.space)
    let open = try rows(Self.query.replacing("SPACE", with: space), server)
    #expect(open == ["Dig the beds|Garden|", "Sow beans|Garden|2027-04-01"])
    #expect(try rows("SELECT count(*) FROM docket_sync.batch b WHERE b::text LIKE '%Secret plan%'", server) == ["0"])
  }

  /// As `Documentation/Sync.md` has it.
  private static let query = """
    SELECT item.properties->>'title', list.properties->>'name', to_date(item.properties->>'dueDay', 'YYYYMMDD')
    FROM docket_sync.current_rows('SPACE') AS item
    LEFT JOIN docket_sync.current_rows('SPACE') AS list
      ON list."row"::text = item.properties->'list'->>'row'
    WHERE item.entity = 'Item' AND item.properties->>'completedAt' IS NULL
    ORDER BY 1
    """

  private struct Status: Decodable {
    let space, protection: String
  }

  /// What `psql` says, a line each, with bars between columns.
  private func rows(_ query: String, _ server: TestServer) throws -> [String] {
    let file = directory.file("rows-\(UInt32.random(in: 0...UInt32.max))")
    try server.run(
      "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--output", file, "--command", query, "postgres")
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
