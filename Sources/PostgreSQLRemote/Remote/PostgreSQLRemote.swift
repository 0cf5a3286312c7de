import OpenSwiftDataSync

/// A remote in a PostgreSQL database: order, access, durability and encryption on the way are the server's.
///
/// `PostgreSQLSync` prepares the database. The connection is made when it is needed; remotes of several spaces may share it
/// (`remote(of:)`). No thread of Swift's pool is blocked, and a cancelled call ends at once.
public struct PostgreSQLRemote: SyncRemote {
  /// The replica that pushes.
  public let replica: Replica
  private let space: SyncIdentity
  private let session: Session

  /// The remote of a space, for a replica.
  ///
  /// - Parameters:
  ///   - connection: a connection string or URI of libpq; `~/.pgpass` and service files are read by libpq.
  ///   - space: what is kept equal.
  ///   - replica: the replica that pushes.
  ///   - configuration: how patiently to try, and how often to look.
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`.
  public init(
    connection: String, space: SyncIdentity, replica: Replica,
    configuration: PostgreSQLConfiguration = PostgreSQLConfiguration()
  ) throws(PostgreSQLRemoteError) {
    self.space = space
    self.replica = replica
    session = try Session(connection: connection, configuration: configuration)
  }

  private init(space: SyncIdentity, replica: Replica, session: Session) {
    self.space = space
    self.replica = replica
    self.session = session
  }

  /// The remote of another space in the same database, on the same connection.
  ///
  /// Its calls take turns with this one's, but for `wait`, which leaves the connection to others.
  ///
  /// - Parameter replica: who pushes to that space; nil for the same replica.
  public func remote(of space: SyncIdentity, for replica: Replica? = nil) -> PostgreSQLRemote {
    PostgreSQLRemote(space: space, replica: replica ?? self.replica, session: session)
  }

  /// The server's clock minus this machine's, in milliseconds, as of the last contact; nil before the first one.
  ///
  /// Who is off by more than `HybridClock.tolerance` should be told.
  public var clockDifference: Int64? { session.clockDifference }

  /// Connects, and sees whether the space is there for this role, once: later statements tell of a change.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func open() async throws {
    guard !session.isOpened(space) else { return }
    _ = try await state(at: .beginning)
    session.noteOpened(space)
  }
}

// MARK: - Batches

extension PostgreSQLRemote {
  /// The number of the last batch that the log has, or had, of this replica.
  ///
  /// The server is asked each time: another process may have pushed as this replica, or a copy of the store. It tells its
  /// time, too.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func lastNumber() async throws -> UInt64 {
    let (space, replica) = (space, Int64(bitPattern: replica.rawValue))
    let (number, time, sent) = try await run { connection in
      let sent = session.configuration.wall()
      let row = try connection.execute(
        "SELECT docket_sync.last_number($1, $2), docket_sync.milliseconds()", [.identity(space), .integer(replica)])
      return (UInt64(bitPattern: try row.integer(0, 0)), try row.integer(0, 1), sent)
    }
    session.compare(server: time, sent: sent)
    return number
  }

  /// Adds a batch of this replica: one statement, which waits for others that push to the space; then a hint.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`. After either the batch may be there or not; pushing it
  ///   again is safe.
  public func push(_ batch: BatchEnvelope) async throws { try await push([batch]) }

  /// Adds batches of this replica, a statement each, some in one transaction: the server writes to its disk once for them.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`. After either any of the batches may be there or not;
  ///   pushing them again is safe.
  public func push(_ batches: [BatchEnvelope]) async throws {
    if let foreign = batches.map(\.header.id).first(where: { $0.replica != replica }) {
      throw PostgreSQLRemoteError.foreignBatch(foreign)
    }
    var rest = batches[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let group = Self.transaction(of: rest)
      try await push(inOneTransaction: group)
      rest = rest.dropFirst(group.count)
    }
  }

  /// The first of some batches, as many as others may wait for.
  private static func transaction(of batches: ArraySlice<BatchEnvelope>) -> ArraySlice<BatchEnvelope> {
    var bytes = 0
    let group = batches.prefix(32).prefix { batch in
      bytes += batch.payload.count
      return bytes < 1 << 20
    }
    return group.isEmpty ? batches.prefix(1) : group
  }

  private func push(inOneTransaction batches: ArraySlice<BatchEnvelope>) async throws {
    let (answers, sent) = try await run { connection in
      // The space is locked for others: who falls silent must let go of it.
      if batches.count > 1 {
        try connection.run(script: "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'")
      }
      var answers: [PushAnswer] = []
      var sent: Int64 = 0
      for batch in batches {
        sent = session.configuration.wall()
        let answer = try push(batch, connection)
        answers.append(answer)
        // What follows one that is refused would leave a gap.
        if !answer.isInLog { break }
      }
      if batches.count > 1 { try connection.run(script: "COMMIT") }
      return (answers, sent)
    }
    if let last = answers.last { session.compare(server: last.milliseconds, sent: sent) }
    if let added = Array(zip(batches, answers)).last(where: { $1.outcome == "added" }) {
      session.noteNews()
      await session.notify("docket_sync_" + added.1.channel)
    }
    guard let (batch, answer) = zip(batches, answers).first(where: { !$1.isInLog }) else { return }
    throw refusal(of: batch, answer)
  }

  private func push(_ batch: BatchEnvelope, _ connection: Connection) throws -> PushAnswer {
    let row = try connection.execute(
      "SELECT outcome, last, milliseconds, channel FROM docket_sync.push($1, $2, $3, $4, $5, $6, $7)",
      [.identity(space)] + HeaderColumns.parameters(of: batch.header) + [.bytes(batch.payload)])
    guard row.count == 1 else { throw PostgreSQLRemoteError.unexpectedAnswer }
    return PushAnswer(
      outcome: try row.text(0, 0), last: UInt64(bitPattern: try row.integer(0, 1)),
      milliseconds: try row.integer(0, 2), channel: row.isNull(0, 3) ? "" : try row.text(0, 3))
  }

  /// Why a batch was not added.
  private func refusal(of batch: BatchEnvelope, _ answer: PushAnswer) -> PostgreSQLRemoteError {
    let id = batch.header.id
    switch answer.outcome {
    case "taken": return .numberTaken(id)
    case "gap": return .missingBatches(before: id, last: answer.last)
    case "ahead":
      let stamp = batch.header.stamp
      return .clock(.ahead(stamp: stamp, milliseconds: stamp.milliseconds - UInt64(clamping: answer.milliseconds)))
    case "stranger": return .notMember(space: space)
    case "sealed": return .sealedPayload(space: space)
    case "readable": return .readablePayload(space: space)
    default: return .unexpectedAnswer
    }
  }

  private struct PushAnswer: Sendable {
    let outcome: String
    let last: UInt64
    let milliseconds: Int64
    let channel: String

    /// Whether the log has the batch.
    var isInLog: Bool { outcome == "added" || outcome == "present" }
  }

  /// Gives batches of the other replicas, in the order in which they were pushed.
  ///
  /// A cursor of another log begins at the beginning, and the page says what this replica must push again.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  /// - Complexity: O(log batches + page).
  public func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    let state = try await state(at: LogPosition(cursor))
    let (space, replica, start) = (space, Int64(bitPattern: replica.rawValue), state.start)
    var page = try await run { connection in
      var page = RemotePage(batches: [], cursor: state.end.cursor)
      page.isLast = true
      guard state.hasNews else { return page }
      let rows = try connection.execute(
        """
        SELECT seq, token, \(Self.content("payload", or: "changes", of: "b")), replica, number, clock, fingerprint, vector
        FROM docket_sync.batch b
        WHERE space = $1 AND seq > $2 AND seq <= $3 AND replica <> $4 AND payload IS NOT NULL ORDER BY seq LIMIT $5
        """,
        [.identity(space), .integer(start.seq), .integer(state.end.seq), .integer(replica), .integer(Int64(limit))])
      var end = state.end
      if rows.count >= limit, rows.count > 0 {
        end = LogPosition(seq: try rows.integer(rows.count - 1, 0), token: try rows.identity(rows.count - 1, 1))
        page = RemotePage(batches: [], cursor: end.cursor)
      }
      for row in 0..<rows.count {
        page.batches.append(
          BatchEnvelope(header: try HeaderColumns.header(rows, row, from: 3), payload: try rows.bytes(row, 2)))
      }
      page.needsSnapshot = try Self.isReplaced(in: space, start.seq, end.seq, for: replica, connection)
      return page
    }
    if !page.batches.isEmpty { session.noteNews() }
    if state.isRestored { page.repeatPushesAfter = try await lastNumber() }
    return page
  }

  /// Whether a snapshot stands for batches between two places.
  ///
  /// Asked after the page was read, so that one that was left meanwhile is noticed.
  private static func isReplaced(
    in space: SyncIdentity, _ start: Int64, _ end: Int64, for replica: Int64, _ connection: Connection
  ) throws -> Bool {
    try connection.execute(
      """
      SELECT s.pruned > $2 OR EXISTS (SELECT FROM docket_sync.batch b WHERE b.space = $1 AND b.seq > $2 AND b.seq <= $3
        AND b.replica <> $4 AND b.payload IS NULL) FROM docket_sync.space s WHERE s.space = $1
      """, [.identity(space), .integer(start), .integer(end), .integer(replica)]
    ).boolean(0, 0)
  }

  /// Looks every 1 to 15 s, the rarer the less happens, and at once after a hint of somebody who has pushed; one statement
  /// looks at all spaces that are waited for on the connection.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool {
    let ticket = session.looks.add(Looks.Watched(space: space, replica: replica, position: LogPosition(cursor)))
    defer { session.looks.remove(ticket) }
    var isHinted = true
    while true {
      var state = try await look(ticket, mayShare: !isHinted)
      if !state.hasNews, try await session.listen(to: state.channel) {
        // What was pushed before the server listened gave no hint.
        state = try await look(ticket, mayShare: false)
      }
      if state.hasNews { return true }
      guard ContinuousClock.now < deadline else { return false }
      isHinted = try await session.pause(until: min(deadline, session.looks.next(after: session.pollingInterval)))
    }
  }

  private func look(_ ticket: Int, mayShare: Bool) async throws -> LogState {
    let (state, sent) = try await run { connection in
      let sent = session.configuration.wall()
      return (try session.looks.look(ticket, mayShare: mayShare, connection), sent)
    }
    session.compare(server: state.milliseconds, sent: sent)
    return state
  }
}

// MARK: - Snapshots

extension PostgreSQLRemote {
  /// The snapshots of all replicas.
  ///
  /// - Throws: `PostgreSQLRemoteError` and `CancellationError`.
  public func snapshots() async throws -> [[UInt8]] {
    let space = space
    return try await run { connection in
      let rows = try connection.execute(
        """
        SELECT \(Self.content("bytes", or: "content", of: "s")) FROM docket_sync.snapshot s
        WHERE space = $1 ORDER BY replica
        """, [.identity(space)])
      return try (0..<rows.count).map { try rows.bytes($0, 0) }
    }
  }

  /// Leaves a snapshot, and removes what it stands for: payloads that it has seen, whose they are, and snapshots of others
  /// that have seen nothing else.
  ///
  /// - Throws: `PostgreSQLRemoteError`: `staleSnapshot` if this replica has left one that has seen more.
  public func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {
    let replicas = seen.replicas.filter { seen[$0].number > 0 }
    let parameters: [Parameter] = [
      .identity(space), .integer(Int64(bitPattern: replica.rawValue)), .bytes(bytes),
      .integers(replicas.map { Int64(bitPattern: $0.rawValue) }),
      .integers(replicas.map { Int64(clamping: seen[$0].number) }),
      .integer(session.configuration.horizon.components.seconds),
    ]
    let outcome = try await run { connection in
      try connection.execute("SELECT docket_sync.leave($1, $2, $3, $4, $5, $6)", parameters).text(0, 0)
    }
    switch outcome {
    case "left": return
    case "stale": throw PostgreSQLRemoteError.staleSnapshot(replica)
    case "sealed": throw PostgreSQLRemoteError.sealedPayload(space: space)
    case "readable": throw PostgreSQLRemoteError.readablePayload(space: space)
    default: throw PostgreSQLRemoteError.notMember(space: space)
    }
  }
}

// MARK: - Statements

extension PostgreSQLRemote {
  /// The bytes that were sent: those of a column, or in a readable space, where that is empty, JSON of another one.
  ///
  /// By the whole row, because the tables of an earlier version, which have sealed spaces only, lack the other column.
  private static func content(_ column: String, or json: String, of row: String) -> String {
    "CASE WHEN \(column) = '' THEN convert_to(to_jsonb(\(row)) ->> '\(json)', 'UTF8') ELSE \(column) END"
  }

  private func state(at position: LogPosition) async throws -> LogState {
    let (space, replica) = (space, replica)
    let (state, sent) = try await run { connection in
      let sent = session.configuration.wall()
      let watched = Looks.Watched(space: space, replica: replica, position: position)
      guard let state = try LogState.states(of: [watched], connection)[0] else {
        throw PostgreSQLRemoteError.notMember(space: space)
      }
      return (state, sent)
    }
    session.compare(server: state.milliseconds, sent: sent)
    return state
  }

  /// Runs statements; a schema that isn't there, or not for this role, is no riddle to be read from a state.
  private func run<Outcome: Sendable>(_ statements: @Sendable (Connection) throws -> Outcome) async throws -> Outcome {
    do { return try await session.run(statements) } catch PostgreSQLRemoteError.server(let state, _, let place)
      where [.undefinedSchema, .undefinedTable, .undefinedFunction, .insufficientPrivilege].contains(state)
    {
      throw PostgreSQLRemoteError.notInitialized(place: place)
    }
  }
}
