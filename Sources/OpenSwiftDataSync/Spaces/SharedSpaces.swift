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
      let tables = SyncTables(transaction, at: place)
      try tables.setRoot(root)
      try drainMoves(of: root, transaction)
      return place
    }
  }

  /// Takes part in what another store shares; what it shares comes with the first round.
  ///
  /// - Returns: where the engine of the space works.
  /// - Throws: `SyncError.alreadySetUp`, `StoreError`.
  public func takePart(in space: SyncIdentity, location: String = "") throws -> SpacePlace {
    try write { transaction in
      let place = try makePlace(for: space, location, transaction)
      let tables = SyncTables(transaction, at: place)
      var position = try SyncPosition(tables)
      // It shares nothing of its own.
      position.remaining = []
      try position.write(to: tables)
      return place
    }
  }

  /// Leaves a shared space: its rows stay, and are rows of the store's own space from now on.
  ///
  /// The other stores of that space leave it too, with their next round, so that the rows are in one space everywhere.
  public func leave(_ place: SpacePlace) throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      guard place.isShared, try tables.isSetUp else { throw SyncError.notSetUp }
      let space = try SyncPosition(tables).space
      let root = try tables.root
      try tables.drop()
      let own = SyncTables(transaction)
      guard try own.isSetUp else { return }
      // First the notice: who hears of it leaves before it hears of the rows.
      try own.create()
      var round = try SyncRound(transaction, own, schema(transaction, of: .own), configuration)
      try round.write([.delete(SpaceNotice.identity(of: space))], wall: configuration.wallTime())
      _ = try round.end()
      if let root { try drainMoves(of: root, transaction) }
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
    try SyncPosition(space: space, replica: configuration.newReplica(), schema: schema).write(to: tables)
    try tables.setValue(.text(location), "location")
    return place
  }

  /// Drains what came into the store's own space, or left it, together with a row.
  private func drainMoves(of root: Int64, _ transaction: ReplicationTransaction) throws {
    let own = SyncTables(transaction)
    guard let rule = configuration.sharing, try own.isSetUp else { return }
    let moved = try Membership(transaction, rule, at: .own).rows(sharedWith: root)
    try own.create()
    var round = try SyncRound(transaction, own, schema(transaction, of: .own), configuration)
    _ = try round.drain(wall: configuration.wallTime(), limit: configuration.batchLimit, moved: moved)
    _ = try round.end()
  }
}

// MARK: - Telling the other stores of the own space

/// A row of the own space that no store shows: it says that whoever has this space takes part in another one.
enum SpaceNotice {
  static let entity = "OpenSwiftDataSync.Space"
  static let property = "invitation"

  static func identity(of space: SyncIdentity) -> SyncIdentity { SyncIdentity(cause: space, detail: entity) }
}

extension SyncEngine {
  /// Tells the other stores of this store's own space to take part in a shared one.
  ///
  /// - Parameter invitation: all that they need for it; the remote must not be able to read it.
  public func announce(_ space: SyncIdentity, invitation: String) async throws {
    try await write(
      [
        .insert(
          SpaceNotice.identity(of: space), entity: SpaceNotice.entity,
          values: [SpaceNotice.property: .text(invitation)])
      ])
  }

  /// The shared spaces of this store that are not announced to the other stores of its own space, and never were.
  public func unannouncedSpaces() throws -> Set<SyncIdentity> {
    let spaces = Set(try sharedSpaces().map(\.space))
    guard !spaces.isEmpty else { return [] }
    return try looking { merge in
      let notices = Dictionary(uniqueKeysWithValues: spaces.map { (SpaceNotice.identity(of: $0), $0) })
      try merge.load(Set(notices.keys))
      return Set(notices.filter { merge.state.shown[$0.key] == nil }.values)
    }
  }

  /// What stores of this store's own space have announced, this one included.
  public func announcements() throws -> [String] {
    try looking { try $0.announcements() }
  }
}

extension StoreMerge {
  /// The invitations of the notices that are there.
  func announcements() throws -> [String] {
    let identities = try ledger.rows(of: SpaceNotice.entity)
    try load(Set(identities))
    return identities.compactMap { identity in
      guard let row = state.shown[identity], row.existence?.isPresent == true,
        case .text(let invitation)? = row.winner(.property(SpaceNotice.property))?.value
      else { return nil }
      return invitation
    }
  }

  /// Whether a notice was withdrawn that was read in this transaction.
  func hasWithdrawn(_ space: SyncIdentity) -> Bool {
    state.shown[SpaceNotice.identity(of: space)]?.existence == .deleted
  }
}
