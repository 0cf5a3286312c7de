import OpenSwiftData

// The other stores of a person hear of shared spaces by the own one.

/// A row of the own space that no store shows: it says that whoever has this space takes part in another one.
struct SpaceNotice {
  static let entity = "OpenSwiftDataSync.Space"
  static let property = "invitation"
  static let since = "since"
  static let seen = "seen"

  static func identity(of space: SyncIdentity) -> SyncIdentity { SyncIdentity(cause: space, detail: entity) }

  /// The clock when it was withdrawn; nil while it is there.
  let withdrawn: UInt64?
  /// The clock when the store that wrote it took part in the space; nil for notices of earlier versions.
  let since: UInt64?
  /// What of the space the store had seen that withdrew the notice.
  let seen: VersionVector?

  init?(_ row: Row) {
    guard let existence = row.winner(.existence) else { return nil }
    withdrawn = Existence(existence.value).isPresent ? nil : existence.stamp.clock
    if withdrawn == nil, case .integer(let clock)? = row.winner(.property(Self.since))?.value {
      since = UInt64(bitPattern: clock)
    } else {
      since = nil
    }
    if withdrawn != nil, case .blob(let bytes)? = row.winner(.property(Self.seen))?.value {
      var reader = ByteReader(bytes)
      seen = try? reader.vector()
    } else {
      seen = nil
    }
  }

  /// The edits that withdraw the notice of a space.
  ///
  /// - Parameter seen: what of the space the store has seen that leaves it.
  static func withdrawal(of space: SyncIdentity, seen: VersionVector) -> [LocalEdit] {
    var vector = ByteWriter()
    vector.vector(seen)
    let notice = identity(of: space)
    return [.set(notice, property: Self.seen, .blob(vector.bytes)), .delete(notice)]
  }
}

extension SyncEngine {
  /// Tells the other stores of this store's own space to take part in a shared one.
  ///
  /// - Parameter invitation: all that they need for it. Whoever can read what is in the own space can read it.
  public func announce(_ space: SyncIdentity, invitation: String) async throws {
    let since = try read { transaction in
      try SpacePlace.all(transaction).lazy.filter(\.isShared).map { SyncTables(transaction, at: $0) }
        .first { try SyncPosition($0).space == space }?.since
    }
    var values: RowValues = [SpaceNotice.property: .text(invitation)]
    if let since { values[SpaceNotice.since] = .integer(Int64(bitPattern: since)) }
    try await write([.insert(SpaceNotice.identity(of: space), entity: SpaceNotice.entity, values: values)])
  }

  /// The shared spaces of this store that are not announced to the other stores of its own space, and never were since it
  /// takes part.
  public func unannouncedSpaces() throws -> Set<SyncIdentity> {
    let spaces = try sharedSpaces()
    guard !spaces.isEmpty else { return [] }
    return try looking { merge in
      Set(
        try spaces.filter { shared in
          guard let notice = try merge.notice(of: shared.space) else { return true }
          return try notice.withdrawn.map { try $0 < SyncTables(merge.transaction, at: shared.place).since } == true
        }.map(\.space))
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

  /// The notice of a space; nil if there never was one.
  func notice(of space: SyncIdentity) throws -> SpaceNotice? {
    let identity = SpaceNotice.identity(of: space)
    try load([identity])
    return state.shown[identity].flatMap(SpaceNotice.init)
  }
}
