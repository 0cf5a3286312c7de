import Foundation
import PostgreSQLTestServer
import Testing

@Suite("A list that is shared by way of a PostgreSQL", .needsPostgreSQL, .takesTurns)
struct SharedDatabaseTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Anna's items, and a role for each person; all of Anna's own is in the database too.
  @Test func reachesWhomTheRoleIsAdmittedOfAndNobodyElse() async throws {
    let server = try TestServer(programs: #require(TestServer.installation))
    try server.run("createuser", "carl")
    try server.run("createuser", "eve")
    let homes = try ["anna", "carl", "eve"].map { try SyncedHome($0, in: directory) }
    let (anna, carl, eve) = (homes[0], homes[1], homes[2])
    try await anna.docket.run("add", "Dig beds >Garden #spring")
    try await anna.docket.run("add", "Secret plan")
    for home in [carl, eve] { try await home.docket.run("list") }
    #expect(try await anna.docket.run("sync", "init", server.url()).status == 0)
    #expect(try await anna.docket.run("sync", "share", "Garden", server.url()).status == 0)
    let admitted = try await anna.docket.run("sync", "admit", "carl", "Garden")
    #expect(admitted.text == "carl may sync; now docket sync invite Garden\n", "\(admitted.error)")
    let invitation = try await anna.docket.run("sync", "invite", "Garden").text

    let joined = try await carl.join(by: invitation, at: server.url("carl"))
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try await carl.items().map { $0.contains("Dig beds") } == [true])
    try await carl.docket.run("add", "Sow beans >Garden")
    for home in [carl, anna] { try await home.sync() }
    #expect(try await anna.items().count == 3)

    let refused = try await eve.join(by: invitation, at: server.url("eve"))
    #expect(refused.status != 0)
    #expect(refused.error.count { $0 == "\n" } == 1, "\(refused.error)")
    #expect(try await eve.items().isEmpty)
    #expect(try await eve.docket.run("sync", "status").status == 78)
  }

  /// A person's machines may log in as different roles; who may use all of the store may use its shared lists.
  @Test func reachesThePersonsOtherMachinesAsTheirOwnRoles() async throws {
    let server = try TestServer(programs: #require(TestServer.installation))
    try server.run("createuser", "laptop")
    let (desk, laptop) = (try SyncedHome("desk", in: directory), try SyncedHome("laptop", in: directory))
    try await desk.docket.run("add", "Dig beds >Garden")
    try await laptop.docket.run("list")
    #expect(try await desk.docket.run("sync", "init", server.url()).status == 0)
    #expect(try await desk.docket.run("sync", "admit", "laptop").status == 0)
    let joined = try await laptop.join(by: desk.invitation(), at: server.url("laptop"))
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try await desk.docket.run("sync", "share", "Garden", server.url()).status == 0)
    for home in [desk, laptop] { try await home.sync() }
    #expect(try await laptop.items().count == 1)
    let status = try await laptop.docket.run("sync", "status", "--json").text
    #expect(status.components(separatedBy: "user=laptop").count == 3 && !status.contains("user=owner"), "\(status)")
    try await laptop.docket.run("add", "Sow beans >Garden")
    for home in [laptop, desk] { try await home.sync() }
    #expect(try await desk.items().count == 2)
  }
}
