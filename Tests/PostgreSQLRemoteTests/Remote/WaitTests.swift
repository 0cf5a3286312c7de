import Foundation
import OpenSwiftDataSync
import Testing

@testable import PostgreSQLRemote

@Suite("Waiting ends with a batch, a deadline or a cancellation, and blocks nobody", .needsPostgreSQL)
struct WaitTests {
  /// How often somebody waited.
  private let pauses = Shared(0)

  /// Looks once an hour, so that only a hint can end a wait.
  private var patient: PostgreSQLConfiguration {
    var configuration = PostgreSQLConfiguration.eager
    configuration.polling = .seconds(3600)...(.seconds(3600))
    configuration.willPause = { [pauses] in pauses.change { $0 += 1 } }
    return configuration
  }

  @Test(.timeLimit(.minutes(10))) func aHintEndsAWait() async throws {
    let space = try await TestSpace()
    let (reader, writer) = (try space.remote(51, configuration: patient), try space.remote(52))
    let wait = Task { try await reader.wait(after: RemoteCursor(), until: .now + .seconds(3600)) }
    await pause(1)
    try await writer.push(TestBatches.first(of: 52))
    #expect(try await wait.value)
    let batches = try await reader.pull(after: RemoteCursor(), limit: 9).batches
    #expect(batches == [TestBatches.first(of: 52)])
  }

  @Test(.timeLimit(.minutes(10))) func whoWaitsCanPush() async throws {
    let space = try await TestSpace()
    let (one, two) = (try space.remote(53, configuration: patient), try space.remote(54))
    let wait = Task { try await one.wait(after: RemoteCursor(), until: .now + .seconds(3600)) }
    await pause(1)
    var batches = TestBatches(53)
    for _ in 0..<5 { try await one.push(batches.next()) }
    #expect(try await two.pull(after: RemoteCursor(), limit: 9).batches.count == 5)
    try await two.push(TestBatches.first(of: 54))
    #expect(try await wait.value)
  }

  @Test(.timeLimit(.minutes(10))) func withoutHintsItIsLookedForAgainAndAgain() async throws {
    let space = try await TestSpace()
    var configuration = patient
    configuration.usesHints = false
    configuration.polling = .milliseconds(10)...(.milliseconds(50))
    let reader = try space.remote(55, configuration: configuration)
    let wait = Task { try await reader.wait(after: RemoteCursor(), until: .now + .seconds(50)) }
    await pause(3)
    try await space.remote(56, configuration: configuration).push(TestBatches.first(of: 56))
    #expect(try await wait.value)
  }

  /// Each hint would wake all of them.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func amongManyConnectionsThereAreNoHints(
    _ isCrowded: Bool
  ) async throws {
    let space = try await TestSpace()
    let listener = try Session(
      connection: space.server.connection("anna", database: space.database), configuration: patient)
    let channel = try await space.sql(
      "SELECT 'docket_sync_' || channel FROM docket_sync.space WHERE space = '\(space.space)'")
    #expect(try await listener.listen(to: channel[0]))
    var configuration = PostgreSQLConfiguration.eager
    // There are two at least.
    configuration.maxHintedConnections = isCrowded ? 1 : .max
    var batches = TestBatches(65)
    let writer = try space.remote(65, configuration: configuration)
    for _ in 0..<3 { try await writer.push(batches.next()) }
    // The server sends what it has to tell before the answer of the next statement.
    let hints = try await listener.run { connection in
      _ = try connection.execute("SELECT 1")
      return try connection.takeHints()
    }
    #expect(hints == !isCrowded)
  }

  @Test(.timeLimit(.minutes(10))) func spacesShareAConnection() async throws {
    let (first, second) = (try await TestSpace(), try await TestSpace())
    let one = try first.remote(62, configuration: patient)
    let two = one.remote(of: second.space)
    let waits = [one, two].map { remote in
      Task { try await remote.wait(after: RemoteCursor(), until: .now + .seconds(3600)) }
    }
    await pause(2)
    try await second.remote(63).push(TestBatches.first(of: 63))
    #expect(try await waits[1].value)
    #expect(try await two.pull(after: RemoteCursor(), limit: 9).batches == [TestBatches.first(of: 63)])
    #expect(try await one.pull(after: RemoteCursor(), limit: 9).batches.isEmpty)
    try await first.remote(64).push(TestBatches.first(of: 64))
    #expect(try await waits[0].value)
    #expect(try await first.sql("SELECT count(*)::text FROM pg_stat_activity WHERE \(first.backend(62))") == ["1"])
  }

  /// A connection that runs no statement any more shows who needs one.
  @Test(.timeLimit(.minutes(10))) func oneStatementLooksAtAllSpaces() async throws {
    let (first, second) = (try await TestSpace(), try await TestSpace())
    let session = try Session(
      connection: first.server.connection("anna", database: first.database), configuration: patient)
    let stranger = SyncIdentity.random()
    let looks = Looks(tolerance: .seconds(3600))
    let tickets = [first.space, second.space, stranger].map { space in
      looks.add(Looks.Watched(space: space, replica: Replica(70), position: .beginning))
    }
    try await second.remote(71).push(TestBatches.first(of: 71))
    try await session.run { connection in
      #expect(try !looks.look(tickets[0], mayShare: false, connection).hasNews)
      #expect(throws: PostgreSQLRemoteError.notMember(space: stranger)) {
        try looks.look(tickets[2], mayShare: true, connection)
      }
      try connection.run(script: "BEGIN")
      #expect(throws: PostgreSQLRemoteError.self) { try connection.run(script: "SELECT 1 / 0") }
      #expect(try looks.look(tickets[1], mayShare: true, connection).hasNews)
      #expect(throws: PostgreSQLRemoteError.self) { try looks.look(tickets[1], mayShare: true, connection) }
      try connection.run(script: "ROLLBACK")
    }
  }

  /// An empty name is refused, as every name is by engines that know no hints.
  @Test func whereHintsAreRefusedTimePasses() async throws {
    let space = try await TestSpace()
    let session = try Session(
      connection: space.server.connection("anna", database: space.database), configuration: patient)
    #expect(try await !session.listen(to: ""))
    #expect(try await !session.listen(to: "known"), "asked once only")
    let start = ContinuousClock.now
    try await session.pause(until: start + .milliseconds(20))
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(try await session.run { try $0.execute("SELECT count(*) FROM pg_listening_channels()").integer(0, 0) } == 0)
  }

  @Test func ownBatchesAreNoNews() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(57, configuration: patient)
    try await remote.push(TestBatches.first(of: 57))
    #expect(try await !remote.wait(after: RemoteCursor(), until: .now + .milliseconds(50)))
  }

  @Test(.timeLimit(.minutes(10))) func aWaitSurvivesItsConnection() async throws {
    let space = try await TestSpace()
    let reader = try space.remote(58, configuration: patient)
    let wait = Task { try await reader.wait(after: RemoteCursor(), until: .now + .seconds(3600)) }
    await pause(1)
    try await space.sql("SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE \(space.backend(58))")
    await pause(2)
    try await space.remote(59).push(TestBatches.first(of: 59))
    #expect(try await wait.value)
  }

  @Test(.timeLimit(.minutes(10))) func aWaitIsCancelled() async throws {
    let space = try await TestSpace()
    let reader = try space.remote(60, configuration: patient)
    let wait = Task { try await reader.wait(after: RemoteCursor(), until: .now + .seconds(3600)) }
    await pause(1)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(try await reader.pull(after: RemoteCursor(), limit: 1).batches.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func aPushThatWaitsForALockIsCancelled() async throws {
    let space = try await TestSpace()
    let remote = try space.remote(61)
    let batch = TestBatches.first(of: 61)
    try await space.whileLocked {
      let push = Task { try await remote.push(batch) }
      try await space.wait(until: space.isBlocked(61))
      // Somebody who waits behind it is cancelled too, and does not disturb it.
      let second = Task { try await remote.push(batch) }
      second.cancel()
      await #expect(throws: CancellationError.self) { try await second.value }
      push.cancel()
      await #expect(throws: CancellationError.self) { try await push.value }
    }
    try await remote.push(batch)
    #expect(try await space.log() == [LogEntry(seq: 1, replica: 61, number: 1)])
  }

  /// A server that takes connections and says nothing.
  @Test(.timeLimit(.minutes(10))) func aConnectionThatNeverComesIsCancelled() async throws {
    let directory = "/tmp/docket-mute-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let mute = try MuteServer(path: directory + "/.s.PGSQL.5432")
    let remote = try PostgreSQLRemote(
      connection: "host=\(directory) connect_timeout=3600", space: .random(), replica: Replica(1))
    let open = Task { try await remote.open() }
    await mute.waitForConnection()
    open.cancel()
    await #expect(throws: CancellationError.self) { try await open.value }
    var configuration = PostgreSQLConfiguration()
    configuration.retryDeadline = .zero
    let hasty = try PostgreSQLRemote(
      connection: "host=\(directory) connect_timeout=1", space: .random(), replica: Replica(1),
      configuration: configuration)
    let error = await #expect(throws: PostgreSQLRemoteError.self) { try await hasty.open() }
    guard case .unreachable(directory, "no answer in time") = error else { throw Unexpected(error: error) }
  }

  /// Returns when somebody waits, for the given time since the beginning.
  private func pause(_ count: Int) async {
    while pauses.value < count { await Task.yield() }
  }
}

/// A socket that is listened at and never read.
private final class MuteServer {
  private let socket: Int32

  init(path: String) throws {
    socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(isBound == 0 && listen(socket, 9) == 0)
  }

  deinit { close(socket) }

  /// Waits on a thread of its own: those of Swift's pool are as few as the machine has cores.
  func waitForConnection() async {
    let socket = socket
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, -1)
        continuation.resume()
      }
    }
  }
}
