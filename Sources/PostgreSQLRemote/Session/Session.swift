import OpenSwiftDataSync
import Synchronization

/// A connection that is made when it is needed, and again when it was lost; what failed for no lasting reason is repeated.
///
/// Calls run one after the other; one that waits for its turn, for the server or for its next attempt can be cancelled.
final class Session: Sendable {
  let configuration: PostgreSQLConfiguration
  let string: ConnectionString
  /// The spaces that are waited for.
  let looks = Looks()

  private let line: Line
  private let turn = Turn()
  private let difference = Mutex<Int64?>(nil)
  /// When the last batch went or came, or the session began.
  private let lastNews = Mutex(ContinuousClock.now)
  private let crowd = Mutex(Crowd())
  private let opened = Mutex<Set<SyncIdentity>>([])

  init(connection text: String, configuration: PostgreSQLConfiguration) throws(PostgreSQLRemoteError) {
    self.configuration = configuration
    string = try ConnectionString(text)
    line = try Line(string)
  }

  /// Runs statements that may run twice; after a failure that may pass all of them again, on a new connection if need be.
  ///
  /// - Throws: `CancellationError`, and `PostgreSQLRemoteError`: the last one if the deadline has passed.
  func run<Outcome: Sendable>(_ statements: @Sendable (Connection) throws -> Outcome) async throws -> Outcome {
    try await run(statements, clock: configuration.clock)
  }

  private func run<Outcome: Sendable, Time: Clock<Duration>>(
    _ statements: @Sendable (Connection) throws -> Outcome, clock: Time
  ) async throws -> Outcome {
    let deadline = clock.now.advanced(by: configuration.retryDeadline)
    var attempt = 0
    while true {
      do { return try await once(statements) } catch let error as PostgreSQLRemoteError {
        let next = clock.now.advanced(by: configuration.pause(before: attempt))
        guard error.isTransient, next < deadline else { throw error }
        try await clock.sleep(until: next, tolerance: nil)
        attempt += 1
      }
    }
  }

  private func once<Outcome: Sendable>(
    _ statements: @Sendable (Connection) throws -> Outcome
  ) async throws -> Outcome {
    try await turn.take()
    defer { turn.pass() }
    return try await line.run(statements)
  }
}

// MARK: - Spaces

extension Session {
  /// Whether a space was there for this role.
  func isOpened(_ space: SyncIdentity) -> Bool { opened.withLock { $0.contains(space) } }

  func noteOpened(_ space: SyncIdentity) { opened.withLock { _ = $0.insert(space) } }
}

// MARK: - Clocks

extension Session {
  /// The server's clock minus this machine's, in milliseconds, as of the last contact that told; nil before.
  var clockDifference: Int64? { difference.withLock { $0 } }

  /// Notes what the server's clock said in answer to what was sent at a time of this machine's clock.
  ///
  /// The answer is taken to be of the middle of the time that it took.
  func compare(server: Int64, sent: Int64) {
    let middle = sent + (configuration.wall() - sent) / 2
    difference.withLock { $0 = server - middle }
  }
}

// MARK: - Waiting

extension Session {
  /// Notes that a batch went or came: others may follow.
  func noteNews() { lastNews.withLock { $0 = .now } }

  /// How long to wait until it is looked again: the longer the less happens.
  var pollingInterval: Duration {
    let quiet = lastNews.withLock { $0 }.duration(to: .now)
    return min(max(configuration.polling.lowerBound, quiet / 30), configuration.polling.upperBound)
  }

  /// Begins to listen to a channel, if the server knows such a thing.
  ///
  /// - Returns: whether it has just begun.
  func listen(to channel: String) async throws -> Bool {
    guard configuration.usesHints else { return false }
    try await turn.take()
    defer { turn.pass() }
    return try await line.listen(to: channel)
  }

  /// Whether so many are connected to the database that hints cost more than they save.
  private struct Crowd {
    var isTooLarge = false
    /// When to count again.
    var end: ContinuousClock.Instant?

    static let lifetime = Duration.seconds(10)
  }

  /// Tells all that listen to a channel; only a hint, so it may fail.
  ///
  /// Not within the transaction that it tells of: the server would let only one such transaction commit at a time. Not
  /// where many are connected: it would wake each of them that listens to any channel.
  ///
  /// Source: https://www.postgresql.org/docs/15/sql-notify.html, and `PreCommit_Notify` and `SignalBackends` in
  /// PostgreSQL's `async.c`.
  func notify(_ channel: String) async {
    guard configuration.usesHints, await !isCrowded() else { return }
    _ = try? await once { try $0.execute("SELECT pg_catalog.pg_notify($1, '')", [.text(channel)]).count }
  }

  /// Counts the connections from time to time; an engine that can't tell counts as empty.
  private func isCrowded() async -> Bool {
    let known = crowd.withLock { $0 }
    if let end = known.end, ContinuousClock.now < end { return known.isTooLarge }
    let count = try? await once { connection in
      try connection.execute(
        """
        SELECT pg_catalog.pg_stat_get_db_numbackends(oid)::bigint FROM pg_catalog.pg_database
        WHERE datname = current_database()
        """
      ).integer(0, 0)
    }
    let isTooLarge = (count ?? 0) > Int64(clamping: configuration.maxHintedConnections)
    crowd.withLock { $0 = Crowd(isTooLarge: isTooLarge, end: .now + Crowd.lifetime) }
    return isTooLarge
  }

  /// Waits for a hint on any of the channels, or until a time, without keeping a thread or the turn.
  ///
  /// - Returns: whether there was a hint.
  @discardableResult
  func pause(until deadline: ContinuousClock.Instant) async throws -> Bool {
    var hints = try await readHints(nil)
    configuration.willPause()
    while let socket = hints.socket, !hints.isNews, ContinuousClock.now < deadline {
      try await socket.wait(until: deadline)
      hints = try await readHints(hints)
    }
    if !hints.isNews { try await Task.sleep(until: deadline, clock: .continuous) }
    return hints.isNews
  }

  /// Statements of other calls may have read hints already, so they are counted.
  private func readHints(_ last: Line.Hints?) async throws -> Line.Hints {
    try await turn.take()
    defer { turn.pass() }
    return await line.readHints(since: last)
  }
}
