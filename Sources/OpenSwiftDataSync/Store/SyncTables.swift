import OpenSwiftData

// The engine's own tables, in the store that it keeps equal to others. They are a format: programs of several versions
// share a store.
//
//   openswiftdatasync_state     one value a name: format, replica, space, clock, what was seen, the history's token, the
//                               remote's cursor
//   openswiftdatasync_name      small numbers for names of entities and properties, and for replicas
//   openswiftdatasync_row       one row for each row of the store, and for those that are gone: see `LedgerCodec`; looked up
//                               by the first 4 bytes of the identity, so that an index does not repeat all of it
//   openswiftdatasync_link      rows that lead to another row in another way than the store shows
//   openswiftdatasync_claim     unique values that rows claim which the store does not show
//   openswiftdatasync_batch     batches that wait for earlier ones, or can't be read
//   openswiftdatasync_outbox    own batches that no remote has yet, and the last ones that were sent
//   openswiftdatasync_deleted.E the values of deleted rows of an entity until they are drained; a trigger writes them
//   openswiftdatasync_former.E  the values of rows whose unique value or parent was changed, from before;
//                               in a shared space of all rows that were changed
//   openswiftdatasyncleft       see `FormerIdentities`; outlives the others, like
//   openswiftdatasyncleaving    the same,
//   openswiftdatasyncreceiving  the same, and
//   openswiftdatasyncelsewhere  see `DepartedRows`

/// The tables of one space in a store.
struct SyncTables {
  private let transaction: ReplicationTransaction
  let place: SpacePlace
  private var prefix: String { place.prefix }
  /// Rows as they were, until they are drained.
  var images: RowImages { RowImages(transaction, at: place) }
  /// Who is noted in the history for what was merged.
  var author: String { place.author }

  init(_ transaction: ReplicationTransaction, at place: SpacePlace = .own) {
    self.transaction = transaction
    self.place = place
  }

  /// The format of the tables; another number follows whenever programs that know this one could not use them any more.
  ///
  /// Tables from before there were numbers have none.
  private static let format: Int64 = 1

  /// Whether the store is kept equal to others.
  ///
  /// - Throws: `SyncError.earlierFormat` and `laterFormat` if it is, and another version wrote the tables.
  var isSetUp: Bool {
    get throws {
      guard try transaction.hasTable("\(prefix)_state") else { return false }
      try checkFormat()
      return true
    }
  }

  /// - Throws: `SyncError.earlierFormat` and `laterFormat`.
  func checkFormat() throws {
    guard case .integer(let format) = try value("format"), format >= Self.format else {
      throw SyncError.earlierFormat(store: transaction.storeLocation)
    }
    guard format == Self.format else { throw SyncError.laterFormat(format, store: transaction.storeLocation) }
  }

  func create() throws {
    let isNew = try !transaction.hasTable("\(prefix)_state")
    try transaction.execute(
      """
      CREATE TABLE IF NOT EXISTS \(prefix)_state(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS \(prefix)_name(id INTEGER PRIMARY KEY, name NOT NULL UNIQUE);
      CREATE TABLE IF NOT EXISTS \(prefix)_row(
        id INTEGER PRIMARY KEY, identity BLOB NOT NULL, entity INTEGER NOT NULL, key INTEGER,
        shown INTEGER NOT NULL, conflicts INTEGER NOT NULL, foreign_parts INTEGER NOT NULL, registers BLOB NOT NULL);
      CREATE INDEX IF NOT EXISTS \(prefix)_row_foreign ON \(prefix)_row(foreign_parts)
        WHERE foreign_parts > 0;
      CREATE INDEX IF NOT EXISTS \(prefix)_row_conflicts ON \(prefix)_row(conflicts) WHERE conflicts > 0;
      CREATE INDEX IF NOT EXISTS \(prefix)_row_identity ON \(prefix)_row(substr(identity, 1, 4));
      CREATE INDEX IF NOT EXISTS \(prefix)_row_key ON \(prefix)_row(key) WHERE key IS NOT NULL;
      CREATE TABLE IF NOT EXISTS \(prefix)_link(
        target BLOB NOT NULL, row INTEGER NOT NULL, joins INTEGER NOT NULL, PRIMARY KEY(target, row)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS \(prefix)_link_row ON \(prefix)_link(row);
      CREATE TABLE IF NOT EXISTS \(prefix)_claim(
        entity INTEGER NOT NULL, value BLOB NOT NULL, row INTEGER NOT NULL, PRIMARY KEY(entity, value, row))
        WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS \(prefix)_claim_row ON \(prefix)_claim(row);
      CREATE TABLE IF NOT EXISTS \(prefix)_batch(
        replica BLOB NOT NULL, number INTEGER NOT NULL, merged INTEGER NOT NULL, envelope BLOB NOT NULL,
        PRIMARY KEY(replica, number));
      CREATE TABLE IF NOT EXISTS \(prefix)_outbox(
        number INTEGER PRIMARY KEY, sent INTEGER NOT NULL, envelope BLOB NOT NULL);
      """)
    if try SpacePlace.all(transaction).contains(where: \.isShared) { try DepartedRows.makeTable(transaction) }
    if isNew { try setValue(.integer(Self.format), "format") }
    for entity in transaction.entities { try images.keep(entity) }
  }

  /// Removes all tables of the engine, also of another version of it, but for those that outlive them; the store's rows stay.
  func drop() throws {
    try transaction.holdHistory(after: nil, by: author)
    // The triggers first: they write into the tables. In GLOB an underscore is only itself.
    let objects = try transaction.rows(
      """
      SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'table') AND name GLOB ? ORDER BY type DESC
      """, [.text("\(prefix)_*")]
    ) { (type: $0[0].text, name: $0[1].text) }
    for object in objects { try transaction.execute("DROP \(object.type) \(quoted(object.name))") }
  }
}

// MARK: - Values by name

extension SyncTables {
  func value(_ name: String) throws -> SQLiteValue {
    try transaction.rows("SELECT value FROM \(prefix)_state WHERE name = ?", [.text(name)]) { $0[0] }.first
      ?? .null
  }

  func setValue(_ value: SQLiteValue, _ name: String) throws {
    try transaction.run("INSERT OR REPLACE INTO \(prefix)_state VALUES(?, ?)", [.text(name), value])
  }
}

extension SyncTables {
  /// The format of a snapshot that a later version left and that is still to be merged; nil if there is none.
  var laterSnapshot: UInt64? {
    get throws {
      if case .integer(let format) = try value("laterSnapshot") { UInt64(bitPattern: format) } else { nil }
    }
  }

  func setLaterSnapshot(_ format: UInt64?) throws {
    try setValue(format.map { .integer(Int64(bitPattern: $0)) } ?? .null, "laterSnapshot")
  }

  /// Whether a snapshot is still to be merged that is damaged, or from a clock that is ahead.
  var isSnapshotAwaited: Bool { get throws { try value("awaitedSnapshot").integer != 0 } }

  func setSnapshotAwaited(_ isAwaited: Bool) throws { try setValue(.integer(isAwaited ? 1 : 0), "awaitedSnapshot") }

  /// The last transaction of the history before those with which the engine has saved what it received; nil if an earlier
  /// version set the store up.
  var receivingToken: Int64? {
    get throws { if case .integer(let token) = try value("receivingAfter") { token } else { nil } }
  }

  func setReceiving(after token: Int64) throws { try setValue(.integer(token), "receivingAfter") }

  /// The key of the row that a shared space shares; nil before it is here.
  var root: Int64? {
    get throws { if case .integer(let key) = try value("root") { key } else { nil } }
  }

  func setRoot(_ key: Int64?) throws { try setValue(key.map { .integer($0) } ?? .null, "root") }

  /// How much is here of what a shared space had when this store took part.
  enum Joining: Int64 {
    /// All, and it is shown.
    case done
    /// Not all has come.
    case receiving
    /// All has come, and what other spaces of the store have, too, is still to be shown.
    case received
  }

  var joining: Joining { get throws { try Joining(rawValue: value("joining").integer) ?? .receiving } }

  /// Whether not all is shown yet that a shared space had when this store took part.
  var isJoining: Bool { get throws { try joining != .done } }

  func setJoining(_ joining: Joining) throws { try setValue(.integer(joining.rawValue), "joining") }

  /// The clock when this person took part in a shared space: what it has of a row is as late as that, at least.
  var since: UInt64 { get throws { UInt64(bitPattern: try value("since").integer) } }

  func setSince(_ clock: UInt64) throws { try setValue(.integer(Int64(bitPattern: clock)), "since") }
}

// MARK: - Batches

extension SyncTables {
  /// Batches that came and are not settled.
  struct Kept: Equatable {
    /// Those that wait for earlier ones: the state has them.
    var merged: [BatchEnvelope] = []
    /// Those that could not be read: the state has set them aside.
    var unreadable: [BatchEnvelope] = []
    /// Those from clocks that are ahead.
    var ahead: [BatchEnvelope] = []

    /// What a batch waits for, as the table has it.
    enum Kind: Int64 {
      case ahead, merged, unreadable
    }

    /// All, with their kinds; of two with one name the last one counts.
    fileprivate var all: [BatchID: (kind: Kind, envelope: BatchEnvelope)] {
      var all: [BatchID: (kind: Kind, envelope: BatchEnvelope)] = [:]
      for (batches, kind) in [(ahead, Kind.ahead), (merged, .merged), (unreadable, .unreadable)] {
        for batch in batches { all[batch.header.id] = (kind, batch) }
      }
      return all
    }
  }

  /// How many batches came and are not settled, and how large they are.
  func kept() throws -> (count: Int, bytes: Int) {
    try transaction.rows("SELECT count(*), ifnull(sum(length(envelope)), 0) FROM \(prefix)_batch") {
      (count: Int($0.integer(0)), bytes: Int($0.integer(1)))
    }.first ?? (0, 0)
  }

  /// - Parameter omitted: those that are not read.
  func keptBatches(except omitted: Kept.Kind? = nil) throws -> Kept {
    var kept = Kept()
    let rows = try transaction.rows(
      "SELECT merged, envelope FROM \(prefix)_batch WHERE merged IS NOT ? ORDER BY replica, number",
      [omitted.map { .integer($0.rawValue) } ?? .null]
    ) { (kind: Kept.Kind(rawValue: $0.integer(0)), envelope: try BatchCodec().envelope(of: $0[1].bytes)) }
    for row in rows {
      switch row.kind {
      case .merged: kept.merged.append(row.envelope)
      case .unreadable: kept.unreadable.append(row.envelope)
      case .ahead, nil: kept.ahead.append(row.envelope)
      }
    }
    return kept
  }

  /// Replaces some by others; what both have is not written again.
  func setKept(_ kept: Kept, insteadOf old: Kept) throws {
    let (before, after) = (old.all, kept.all)
    for (id, _) in before where after[id] == nil {
      try transaction.run(
        "DELETE FROM \(prefix)_batch WHERE replica = ? AND number = ?",
        [.blob(bytes: id.replica.bytes), .integer(Int64(bitPattern: id.number))])
    }
    for (id, batch) in after where before[id].map({ $0 != batch }) ?? true {
      try transaction.run(
        "INSERT OR REPLACE INTO \(prefix)_batch VALUES(?, ?, ?, ?)",
        [
          .blob(bytes: id.replica.bytes), .integer(Int64(bitPattern: id.number)), .integer(batch.kind.rawValue),
          .blob(bytes: BatchCodec().bytes(of: batch.envelope)),
        ])
    }
  }

  /// Own batches that no remote has yet, in their order.
  func outbox(limit: Int) throws -> [BatchEnvelope] {
    try transaction.rows(
      "SELECT envelope FROM \(prefix)_outbox WHERE NOT sent ORDER BY number LIMIT ?", [.integer(Int64(limit))]
    ) { try BatchCodec().envelope(of: $0[0].bytes) }
  }

  var outboxCount: Int {
    get throws {
      Int(
        try transaction.rows("SELECT count(*) FROM \(prefix)_outbox WHERE NOT sent") { $0.integer(0) }.first
          ?? 0)
    }
  }

  func enqueue(_ batch: BatchEnvelope) throws {
    try transaction.run(
      "INSERT INTO \(prefix)_outbox VALUES(?, 0, ?)",
      [.integer(Int64(bitPattern: batch.header.id.number)), .blob(bytes: BatchCodec().bytes(of: batch))])
  }

  /// Notes that the remote has batches; the last ones are kept, for a remote that loses them.
  func noteSent(_ batches: [BatchID]) throws {
    for batch in batches {
      try transaction.run(
        "UPDATE \(prefix)_outbox SET sent = 1 WHERE number = ?", [.integer(Int64(bitPattern: batch.number))])
    }
    try transaction.run(
      """
      DELETE FROM \(prefix)_outbox WHERE sent AND number IN (
        SELECT number FROM (
          SELECT number, sum(length(envelope)) OVER (ORDER BY number DESC) AS bytes FROM \(prefix)_outbox)
        WHERE bytes > ?)
      """, [.integer(Self.keptBytes)])
  }

  /// Has batches sent again that a remote has lost, which was restored from a backup.
  ///
  /// - Parameter number: the last one that it has.
  /// - Throws: `SyncError.remoteLost` if they are not kept any more.
  func sendAgain(after number: UInt64, last: UInt64) throws {
    guard number < last else { return }
    let first = try transaction.rows("SELECT min(number) FROM \(prefix)_outbox") { $0[0] }.first ?? .null
    guard case .integer(let kept) = first, UInt64(bitPattern: kept) <= number + 1 else {
      throw SyncError.remoteLost(after: number)
    }
    try transaction.run(
      "UPDATE \(prefix)_outbox SET sent = 0 WHERE number > ?", [.integer(Int64(bitPattern: number))])
  }

  func emptyOutbox() throws { try transaction.run("DELETE FROM \(prefix)_outbox") }

  /// How many bytes of sent batches are kept.
  private static let keptBytes: Int64 = 2 << 20
}

extension SQLiteValue {
  static func blob(bytes: [UInt8]) -> SQLiteValue { .blob(.init(bytes)) }

  /// The bytes of a blob; none of anything else.
  var bytes: [UInt8] { if case .blob(let data) = self { Array(data) } else { [] } }

  /// A text; empty for anything else.
  var text: String { if case .text(let text) = self { text } else { "" } }

  /// An integer; 0 for anything else.
  var integer: Int64 { if case .integer(let integer) = self { integer } else { 0 } }
}

extension Replica {
  /// The number as 8 bytes, the most significant first.
  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * $0)) } }

  init(bytes: [UInt8]) { self.init(bytes.reduce(0) { $0 << 8 | UInt64($1) }) }
}
