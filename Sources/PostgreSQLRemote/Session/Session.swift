import Foundation

/// One connection that is made when it is needed, and again when it was lost; what failed for no lasting reason is repeated.
///
/// On a queue of its own, because libpq blocks. Calls run one after the other; only pauses let others in between.
actor Session {
  nonisolated let configuration: PostgreSQLConfiguration
  nonisolated let string: ConnectionString

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The server's clock minus this machine's, in milliseconds, as of the last contact that told; nil before.
  private(set) var clockDifference: Int64?

  private let executor = QueueExecutor(label: "docket-sync.postgresql")
  private let interrupt: Interrupt
  private var connection: Connection?
  private var refusesHints = false
  private var hints = 0

  init(connection text: String, configuration: PostgreSQLConfiguration) throws(PostgreSQLRemoteError) {
    self.configuration = configuration
    string = try ConnectionString(text)
    interrupt = try Interrupt()
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
    let interrupt = interrupt
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      let connection = try connected()
      // What was interrupted, or left within a transaction, is closed.
      defer { if !connection.isReusable { self.connection = nil } }
      return try statements(connection)
    } onCancel: {
      interrupt.signal()
    }
  }

  private func connected() throws -> Connection {
    if let connection { return connection }
    let connection = try Connection(string, interrupt: interrupt)
    self.connection = connection
    return connection
  }

  /// Notes what the server's clock said in answer to what was sent at a time of this machine's clock.
  ///
  /// The answer is taken to be of the middle of the time that it took.
  func compare(server: Int64, sent: Int64) {
    clockDifference = server - (sent + (configuration.wall() - sent) / 2)
  }
}

// MARK: - Hints

extension Session {
  /// Begins to listen to a channel, if the server knows such a thing.
  ///
  /// - Returns: whether it has just begun.
  func listen(to channel: String) async throws -> Bool {
    guard configuration.usesHints, !refusesHints else { return false }
    do {
      return try await once { connection in
        if connection.isListening { return false }
        _ = try connection.execute("LISTEN " + connection.quoted(channel))
        connection.isListening = true
        return true
      }
    } catch let error as PostgreSQLRemoteError {
      // Not for ever where the connection was lost: the next one is asked again.
      if !error.isTransient { refusesHints = true }
      return false
    }
  }

  /// Tells all that listen to a channel; only a hint, so it may fail.
  ///
  /// Not within the transaction that it tells of: the server would let only one such transaction commit at a time.
  ///
  /// Source: https://www.postgresql.org/docs/15/sql-notify.html and `PreCommit_Notify` in PostgreSQL's `async.c`.
  func notify(_ channel: String) async {
    guard configuration.usesHints else { return }
    _ = try? await once { try $0.execute("SELECT pg_catalog.pg_notify($1, '')", [.text(channel)]).count }
  }

  /// Waits for a hint, or until a time, without keeping a thread.
  func pause(until deadline: ContinuousClock.Instant) async throws {
    let known = hints
    while hints == known, ContinuousClock.now < deadline {
      guard let connection, connection.isListening else {
        return try await Task.sleep(until: deadline, clock: .continuous)
      }
      try await SocketReadiness.wait(for: connection.socket, until: deadline)
      readHints()
    }
  }

  /// Statements of other calls may have read hints already, which libpq keeps.
  private func readHints() {
    guard let connection else { return }
    do { if try connection.takeHints() { hints += 1 } } catch {
      // Whoever waits looks with a statement, on a new connection.
      self.connection = nil
      hints += 1
    }
  }
}
