import Dispatch

/// The connection of a session, on a queue of its own, because libpq blocks.
///
/// Whoever calls has the turn, so that nobody waits for the queue behind a statement that waits for the server.
actor Line {
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let executor = QueueExecutor(label: "docket-sync.postgresql")
  private let interrupt: Interrupt
  private let string: ConnectionString
  private var connection: Connection?
  private var refusesHints = false
  private var hints = 0

  init(_ string: ConnectionString) throws(PostgreSQLRemoteError) {
    self.string = string
    interrupt = try Interrupt()
  }

  /// Runs statements, on a new connection if there is none.
  ///
  /// - Throws: `CancellationError` and `PostgreSQLRemoteError`.
  func run<Outcome: Sendable>(_ statements: @Sendable (Connection) throws -> Outcome) async throws -> Outcome {
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
}

// MARK: - Hints

extension Line {
  /// What is known of hints, and where to wait for more.
  struct Hints: Sendable {
    /// Whether there were some since the last time.
    let isNews: Bool
    /// The socket that they come by; nil if nobody listens.
    let socket: SocketReadiness?
    fileprivate let count: Int
  }

  /// Begins to listen to a channel, if the server knows such a thing; whether it has just begun.
  func listen(to channel: String) async throws -> Bool {
    if refusesHints || connection?.channels.contains(channel) == true { return false }
    do {
      return try await run { connection in
        _ = try connection.execute("LISTEN " + connection.quoted(channel))
        connection.channels.insert(channel)
        return true
      }
    } catch let error as PostgreSQLRemoteError {
      // Not for ever where the connection was lost: the next one is asked again.
      if !error.isTransient { refusesHints = true }
      return false
    }
  }

  /// Reads what has come, without waiting.
  func readHints(since last: Hints?) -> Hints {
    guard let connection, !connection.channels.isEmpty else {
      return Hints(isNews: last != nil, socket: nil, count: hints)
    }
    do { if try connection.takeHints() { hints += 1 } } catch {
      // Whoever waits looks with a statement then, on a new connection.
      self.connection = nil
      hints += 1
    }
    return Hints(
      isNews: last.map { $0.count != hints } ?? false,
      socket: self.connection.flatMap { SocketReadiness(of: $0.socket) }, count: hints)
  }
}

// MARK: - Executor

/// Runs an actor on a serial dispatch queue: libpq blocks, and a blocked thread of Swift's own pool is one too few for all.
///
/// A blocked thread of a dispatch queue is replaced by another one.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
