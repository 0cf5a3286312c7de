import OpenSwiftDataSync

/// What one statement tells of a space: where its log ends, and whether a position is still of it.
struct LogState: Sendable {
  /// The place of the last batch.
  let end: LogPosition
  /// Where a page that was to begin at the position begins: there, or at the beginning.
  let start: LogPosition
  /// Whether the log is another one than the position's: the database was restored from a backup, or made anew.
  let isRestored: Bool
  /// Whether another replica has pushed something after the start.
  let hasNews: Bool
  /// The name of the channel that hints of the space are sent to.
  let channel: String
  /// The server's time, in milliseconds since 1970.
  let milliseconds: Int64

  /// - Parameter watched: the table of who waits for what.
  private static func statement(_ watched: String) -> String {
    """
    SELECT s.format, s.seq, s.token, s.pruned, s.channel::text, docket_sync.milliseconds(),
      (SELECT b.token FROM docket_sync.batch b WHERE b.space = w.space AND b.seq = w.seq),
      s.pruned > w.seq
        OR EXISTS (SELECT FROM docket_sync.batch n WHERE n.space = w.space AND n.seq > w.seq AND n.replica <> w.replica),
      w.place
    FROM \(watched) JOIN docket_sync.space s ON s.space = w.space
    """
  }

  /// Most wait for one, which is planned like a statement about that one.
  private static let statementForOne = statement(
    "(SELECT $1::uuid AS space, $2::bigint AS seq, $3::bigint AS replica, 1::bigint AS place) w")
  private static let statementForMany = statement(
    "unnest($1::uuid[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS w(space, seq, replica, place)")

  /// Reads the states of several logs, each for somebody who has come to a place in it.
  ///
  /// - Returns: in the same order; nil for a space that this role does not see.
  /// - Throws: `PostgreSQLRemoteError`, and `CancellationError`.
  static func states(of watched: [Looks.Watched], _ connection: Connection) throws -> [LogState?] {
    let (spaces, positions) = (watched.map(\.space), watched.map(\.position.seq))
    let replicas = watched.map { Int64(bitPattern: $0.replica.rawValue) }
    let rows =
      watched.count == 1
      ? try connection.execute(statementForOne, [.identity(spaces[0]), .integer(positions[0]), .integer(replicas[0])])
      : try connection.execute(statementForMany, [.identities(spaces), .integers(positions), .integers(replicas)])
    var states = [LogState?](repeating: nil, count: watched.count)
    for row in 0..<rows.count {
      let index = Int(try rows.integer(row, 8)) - 1
      guard watched.indices.contains(index) else { throw PostgreSQLRemoteError.unexpectedAnswer }
      states[index] = try LogState(rows, row, at: watched[index].position)
    }
    return states
  }

  private init(_ rows: Rows, _ row: Int, at position: LogPosition) throws {
    let format = try rows.integer(row, 0)
    guard format == SyncTables.format else { throw PostgreSQLRemoteError.laterFormat(format) }
    end = LogPosition(seq: try rows.integer(row, 1), token: try rows.identity(row, 2))
    channel = "docket_sync_" + (try rows.text(row, 4))
    milliseconds = try rows.integer(row, 5)
    let token = rows.isNull(row, 6) ? nil : try rows.identity(row, 6)
    let isKnown = position.seq == 0 || position == end || position.token == token
    // A batch that was there may have been forgotten, which is no sign of a backup.
    let pruned = try rows.integer(row, 3)
    let isForgotten = token == nil && position.seq < end.seq && position.seq <= pruned
    isRestored = !isKnown && !isForgotten
    start = isKnown ? position : .beginning
    let isNews = try rows.boolean(row, 7)
    hasNews = !isKnown || isNews
  }
}

// MARK: - Positions

/// A cursor in a space: the place of a batch, and the batch's token, which a restored log does not have there.
struct LogPosition: Equatable {
  var seq: Int64
  var token: SyncIdentity

  static let beginning = LogPosition(seq: 0, token: SyncIdentity(high: 0, low: 0))

  init(seq: Int64, token: SyncIdentity) {
    self.seq = seq
    self.token = token
  }

  /// What can't be read counts as the beginning: batches come twice then, which does no harm.
  init(_ cursor: RemoteCursor) {
    self = .beginning
    guard cursor.bytes.count == 24, let token = SyncIdentity(bytes: cursor.bytes.dropFirst(8)) else { return }
    let seq = Int64(bitPattern: BinaryFormat.word(cursor.bytes.prefix(8)))
    if seq >= 0 { self.init(seq: seq, token: token) }
  }

  var cursor: RemoteCursor {
    RemoteCursor(bytes: BinaryFormat.word(UInt64(bitPattern: seq)) + token.bytes)
  }
}
