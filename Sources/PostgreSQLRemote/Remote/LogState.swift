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

  static let statement = """
    SELECT s.format, s.seq, s.token, s.pruned, s.channel::text, docket_sync.milliseconds(), b.token,
      s.pruned > $2
        OR EXISTS (SELECT FROM docket_sync.batch n WHERE n.space = $1 AND n.seq > $2 AND n.replica <> $3)
    FROM docket_sync.space s LEFT JOIN docket_sync.batch b ON b.space = $1 AND b.seq = $2
    WHERE s.space = $1
    """

  /// Reads the state of a space.
  ///
  /// - Throws: `PostgreSQLRemoteError`, and `CancellationError`.
  init(of space: SyncIdentity, for replica: Replica, at position: LogPosition, _ connection: Connection) throws {
    let row = try connection.execute(
      Self.statement, [.identity(space), .integer(position.seq), .integer(Int64(bitPattern: replica.rawValue))])
    guard row.count == 1 else { throw PostgreSQLRemoteError.notMember(space: space) }
    let format = try row.integer(0, 0)
    guard format == SyncTables.format else { throw PostgreSQLRemoteError.laterFormat(format) }
    end = LogPosition(seq: try row.integer(0, 1), token: try row.identity(0, 2))
    channel = "docket_sync_" + (try row.text(0, 4))
    milliseconds = try row.integer(0, 5)
    let token = row.isNull(0, 6) ? nil : try row.identity(0, 6)
    let isKnown = position.seq == 0 || position == end || position.token == token
    // A batch that was there may have been forgotten, which is no sign of a backup.
    let pruned = try row.integer(0, 3)
    let isForgotten = token == nil && position.seq < end.seq && position.seq <= pruned
    isRestored = !isKnown && !isForgotten
    start = isKnown ? position : .beginning
    let isNews = try row.boolean(0, 7)
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
