import OpenSwiftData

/// How far a store has come: who it is, what it has seen, what it has drained.
struct SyncPosition: Equatable {
  let space: SyncIdentity
  private(set) var replica: Replica
  var clock: HybridClock
  var seen: VersionVector
  /// How far the history after a transaction was drained that is too large for one drain.
  struct Part: Equatable {
    /// The number of the next run.
    var run: Int64
    /// Its next key.
    var key: Int64
    /// The clock when the first part was drained.
    var clock: UInt64
  }

  /// The last transaction of the history that was drained.
  var token: Int64
  /// How far what follows was drained; nil if nothing was.
  var part: Part?
  /// Where the remote goes on.
  var cursor: RemoteCursor
  /// The entities whose rows were there before, in the order in which they are sent, and the last key that was.
  var remaining: [String]
  var lastKey: Int64
  /// The schema that rows were shown with last.
  var fingerprint: UInt64

  init(space: SyncIdentity, replica: Replica, schema: StoreSchema) {
    self.space = space
    self.replica = replica
    clock = HybridClock(replica: replica)
    seen = VersionVector()
    token = -1
    cursor = RemoteCursor()
    remaining = schema.entities.keys.sorted()
    lastKey = 0
    fingerprint = schema.rules.fingerprint
  }

  /// How many batches a remote has had.
  ///
  /// - Parameter unsent: how many wait.
  func sent(unsent: Int) -> UInt64 {
    let known = seen[replica].number
    return known - min(known, UInt64(unsent))
  }

  /// Goes on as another replica, which continues the clock of the old one.
  mutating func take(replica new: Replica) {
    replica = new
    clock = HybridClock(replica: new, reading: clock.reading)
  }

  /// Has what is written from now on be later than all that other spaces of the store know of: what is moved from one to
  /// another is later there.
  mutating func advanceClock(past places: some Sequence<SpacePlace>, _ transaction: ReplicationTransaction) throws {
    for place in places {
      clock.advance(to: try SyncPosition(SyncTables(transaction, at: place)).clock.reading)
    }
  }

  /// Whether all was drained: what was there before the store was set up, and what others than the space's engine saved.
  func isDrained(at place: SpacePlace, _ transaction: ReplicationTransaction) throws -> Bool {
    guard token >= 0, part == nil, remaining.isEmpty else { return false }
    return try transaction.history(after: token, except: place.author, limit: 1)?.isEmpty == true
  }

  /// - Throws: `SyncError.damaged`, and what `SyncTables.checkFormat` throws.
  init(_ tables: SyncTables) throws {
    try tables.checkFormat()
    guard let space = SyncIdentity(bytes: try tables.value("space").bytes) else { throw SyncError.damaged("no space") }
    self.space = space
    replica = Replica(bytes: try tables.value("replica").bytes)
    clock = HybridClock(replica: replica, reading: UInt64(bitPattern: try tables.value("clock").integer))
    var reader = ByteReader(try tables.value("seen").bytes)
    seen = try reader.vector()
    token = try tables.value("token").integer
    if case .blob(let bytes) = try tables.value("part") {
      var reader = ByteReader(Array(bytes))
      part = Part(
        run: Int64(bitPattern: try reader.word()), key: Int64(bitPattern: try reader.word()), clock: try reader.word())
    }
    cursor = RemoteCursor(bytes: try tables.value("cursor").bytes)
    remaining = try tables.value("remaining").text.split(separator: " ").map(String.init)
    lastKey = try tables.value("lastKey").integer
    fingerprint = UInt64(bitPattern: try tables.value("fingerprint").integer)
  }

  func write(to tables: SyncTables) throws {
    var vector = ByteWriter()
    vector.vector(seen)
    try tables.setValue(.blob(bytes: space.bytes), "space")
    try tables.setValue(.blob(bytes: replica.bytes), "replica")
    try tables.setValue(.integer(Int64(bitPattern: clock.reading)), "clock")
    try tables.setValue(.blob(bytes: vector.bytes), "seen")
    try tables.setValue(.integer(token), "token")
    try tables.setValue(part.map { .blob(bytes: $0.bytes) } ?? .null, "part")
    try tables.setValue(.blob(bytes: cursor.bytes), "cursor")
    try tables.setValue(.text(remaining.joined(separator: " ")), "remaining")
    try tables.setValue(.integer(lastKey), "lastKey")
    try tables.setValue(.integer(Int64(bitPattern: fingerprint)), "fingerprint")
  }
}

extension SyncPosition.Part {
  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    for word in [UInt64(bitPattern: run), UInt64(bitPattern: key), clock] { writer.word(word) }
    return writer.bytes
  }
}
