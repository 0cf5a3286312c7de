import OpenSwiftData

// A shared space is set up by the engine of the store's own space, so that what leaves the one and comes into the other
// does so in one transaction. From then on each has an engine.

/// A space that a part of the store is shared in.
public struct SharedSpace: Hashable, Sendable {
  /// Where the store keeps what it knows of the space.
  public let place: SpacePlace
  /// The space.
  public let space: SyncIdentity
  /// The key of the row that is shared; nil before it is here, and once it was deleted.
  public let root: Int64?
}

extension SyncEngine {
  /// The spaces that parts of the store are shared in, in the order in which they came.
  ///
  /// - Throws: `StoreError`.
  public func sharedSpaces() throws -> [SharedSpace] {
    try read { transaction in
      try SpacePlace.all(transaction).filter(\.isShared).map { place in
        let tables = SyncTables(transaction, at: place)
        let root = try tables.root.flatMap { root in
          try configuration.sharing.map { try transaction.hasRow(root, $0.root) } == true ? root : nil
        }
        return SharedSpace(place: place, space: try SyncPosition(tables).space, root: root)
      }
    }
  }

  /// Moves a row, with what belongs to it, into a space of its own.
  ///
  /// To the other stores of this store's own space it is gone, until they take part in the new one.
  ///
  /// - Parameters:
  ///   - root: the key of a row of `SharingRule.root`.
  ///   - space: the new space.
  ///   - location: where the remote is, for programs that ask `status()`.
  /// - Returns: where the engine of the space works.
  /// - Throws: `SyncError.notShareable` if there is no such row, or if it is shared already.
  public func share(_ root: Int64, as space: SyncIdentity, location: String = "") throws -> SpacePlace {
    try write { transaction in
      guard let rule = configuration.sharing, try transaction.hasRow(root, rule.root) else {
        throw SyncError.notShareable("there is no such row")
      }
      let membership = try Membership(transaction, rule, at: .own)
      guard try membership.members(of: [root], rule.root).contains(root) else {
        throw SyncError.notShareable("it is shared already")
      }
      let place = try makePlace(for: space, location, transaction)
      try SyncTables(transaction, at: place).setRoot(root)
      _ = try ownRound(transaction) { own in
        try own.drain(
          wall: configuration.wallTime(), limit: configuration.batchLimit, moved: own.ledger.membership.moves(of: root))
      }
      return place
    }
  }

  /// Takes part in what another store shares; what it shares comes with the first round.
  ///
  /// Rows of this store that the space has too, because it had been left, come into it again. What was written into them
  /// since then stays in the own space, as a conflict.
  ///
  /// - Returns: where the engine of the space works.
  /// - Throws: `SyncError.alreadySetUp`, `StoreError`.
  public func takePart(in space: SyncIdentity, location: String = "") throws -> SpacePlace {
    try write { transaction in
      // What was saved here and not drained would be overwritten unseen.
      let since = try ownRound(transaction) { own in
        try own.drainAll(wall: configuration.wallTime(), limit: configuration.batchLimit)
        return try own.store.notice(of: space)?.since
      }.flatMap(\.self)
      let place = try makePlace(for: space, location, transaction)
      let tables = SyncTables(transaction, at: place)
      // Another store of this person took part first: all have to judge by the same time.
      if let since { try tables.setSince(since) }
      var position = try SyncPosition(tables)
      // It shares nothing of its own.
      position.remaining = []
      try position.write(to: tables)
      try tables.setJoining(.receiving)
      return place
    }
  }

  /// Shows what was held back while not all had come that the space had, and separates from it what was added while it was
  /// left.
  ///
  /// Before, rows that are still to come would seem to be such.
  func endJoining() async throws {
    guard place.isShared, try read({ try SyncTables($0, at: place).isJoining }) else { return }
    try await drainOtherSpacesInPortions()
    var rest = try looking { try $0.heldBackRows() }[...]
    while !rest.isEmpty {
      let portion = rest.prefix(portionSize.rows)
      rest = rest.dropFirst(portion.count)
      try await merging { round in
        try round.tables.setJoining(.received)
        try round.drainOtherSpaces(wall: configuration.wallTime())
        try round.store.load(Set(portion))
        for identity in portion { round.store.noteArrival(of: identity) }
      }
    }
    try await merging { round in
      try round.tables.setJoining(.done)
      guard let root = try round.tables.root else { return }
      try round.keepRowsOfOtherSpaces(among: round.ledger.membership.rows(sharedWith: root).map { ($0, $1) })
    }
  }

  /// Leaves a shared space: its rows stay, and are rows of the store's own space from now on.
  ///
  /// The other stores of that space leave it too, with their next round, so that the rows are in one space everywhere.
  public func leave(_ place: SpacePlace) throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      guard place.isShared, try tables.isSetUp else { throw SyncError.notSetUp }
      try tables.create()
      let position = try SyncPosition(tables)
      let root = try tables.root
      let wall = configuration.wallTime()
      // So that all that is written below is as late as the leaving.
      _ = try ownRound(transaction) { try $0.drainAll(wall: wall, limit: configuration.batchLimit) }
      try SyncRound(transaction, at: place, configuration).noteDepartures()
      try tables.drop()
      _ = try ownRound(transaction) { own in
        // In one batch, up to 4 MB: who hears of the notice hears of the rows, and need not tell them.
        try own.drain(
          wall: wall, limit: .max, moved: root.map { try own.ledger.membership.moves(of: $0) } ?? [:],
          after: SpaceNotice.withdrawal(of: position.space, seen: position.seen))
      }
    }
  }

  /// Goes on meeting the others somewhere else; the next round begins there.
  ///
  /// - Parameter location: where the space is now, for programs that ask `status()`; without secrets.
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  public func move(to location: String) throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      guard try tables.isSetUp else { throw SyncError.notSetUp }
      try tables.setValue(.text(location), "location")
    }
  }

  private func makePlace(
    for space: SyncIdentity, _ location: String, _ transaction: ReplicationTransaction
  ) throws -> SpacePlace {
    for place in try SpacePlace.all(transaction) {
      let known = try SyncPosition(SyncTables(transaction, at: place)).space
      if known == space { throw SyncError.alreadySetUp(space) }
    }
    let place = try SpacePlace.free(transaction)
    let schema = schema(transaction, of: place)
    if let entity = schema.unsuitable { throw entity }
    let tables = SyncTables(transaction, at: place)
    try tables.create()
    var position = SyncPosition(space: space, replica: configuration.newReplica(), schema: schema)
    try position.advanceClock(past: SpacePlace.all(transaction).filter { $0 != place }, transaction)
    try tables.setSince(position.clock.now(wall: configuration.wallTime()).clock)
    try position.write(to: tables)
    try tables.setValue(.text(location), "location")
    return place
  }

  /// Does something as a round of the store's own space does; nil if the store has none.
  private func ownRound<Result>(
    _ transaction: ReplicationTransaction, _ body: (inout SyncRound) throws -> Result
  ) throws -> Result? {
    let own = SyncTables(transaction)
    guard configuration.sharing != nil, try own.isSetUp else { return nil }
    try own.create()
    var round = try SyncRound(transaction, at: .own, configuration)
    let result = try body(&round)
    _ = try round.end()
    return result
  }
}

extension StoreMerge {
  /// The rows that are not shown though nobody has deleted them: see `StoreDisplay.holdBack`.
  fileprivate func heldBackRows() throws -> [SyncIdentity] {
    var rows: [SyncIdentity] = []
    for entity in ledger.schema.entities.keys.sorted() where ledger.membership.canMove(entity) {
      let known = try ledger.rows(of: entity)
      try load(Set(known))
      rows += known.filter { state.row($0) != nil && ledger[$0]?.isShown != true }
    }
    return rows
  }
}
