import Foundation
import OpenSwiftDataSync
import PostgreSQLTestServer
import Testing

@testable import PostgreSQLRemote

@Suite("Encryption on the way is libpq's: asked for in the connection string", .needsPostgreSQL)
struct EncryptedConnectionTests {
  @Test func batchesGoThroughAConnectionThatIsEncryptedAndChecked() async throws {
    let server = try TestServer(
      programs: #require(TestServer.installation), settings: "listen_addresses = '127.0.0.1'\nssl = on",
      port: Self.freePort())
    let space = try await TestSpace(server: server)
    let base = "hostaddr=127.0.0.1 port=\(server.port) user=anna password=sesam-anna dbname=sync"
    let certificate = "sslrootcert=\(server.directory)/data/server.crt"
    for mode in ["host=localhost sslmode=require", "host=localhost sslmode=verify-full \(certificate)"] {
      let remote = try PostgreSQLRemote(connection: "\(base) \(mode)", space: space.space, replica: Replica(1))
      try await remote.push(TestBatches.first(of: 1))
      let session = try Session(connection: "\(base) \(mode)", configuration: PostgreSQLConfiguration())
      let isEncrypted = try await session.run {
        try $0.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").boolean(0, 0)
      }
      #expect(isEncrypted, "\(mode)")
    }
    var configuration = PostgreSQLConfiguration()
    configuration.retryDeadline = .zero
    for mode in ["host=elsewhere sslmode=verify-full \(certificate)", "host=localhost sslmode=verify-ca"] {
      let remote = try PostgreSQLRemote(
        connection: "\(base) \(mode)", space: space.space, replica: Replica(1), configuration: configuration)
      let error = await #expect(throws: PostgreSQLRemoteError.self, "\(mode)") { try await remote.open() }
      #expect(error.map { "\($0)" }?.contains("sesam") == false)
    }
  }

  /// A port that nobody listened at a moment ago.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
