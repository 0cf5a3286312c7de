import OpenSwiftData

// What another store of a person has told about shared spaces is done before anything else of what it told is shown: a row
// that came into the own space with its list would seem to have been taken away from those who share that.

extension SyncRound {
  /// Leaves the shared spaces that another store of this space has left: their rows are rows of this space from now on.
  ///
  /// Those that it has left and joined again are as if it had just taken part.
  mutating func followNotices(wall: Int64) throws {
    guard let rule = configuration.sharing, !tables.place.isShared else { return }
    for place in try SpacePlace.all(transaction) where place.isShared {
      let shared = SyncTables(transaction, at: place)
      let sharedPosition = try SyncPosition(shared)
      guard let notice = try store.notice(of: sharedPosition.space) else { continue }
      let since = try shared.since
      // All stores of a person judge by the same time.
      if let told = notice.since, told != since { try shared.setSince(told) }
      guard let withdrawn = notice.withdrawn, withdrawn > since else { continue }
      let root = try shared.root
      let news = try root == nil ? nil : news(of: shared, beyond: notice.seen ?? sharedPosition.seen, wall: wall)
      try SyncRound(transaction, at: place, configuration).noteDepartures()
      try shared.drop()
      guard let root, let news else { continue }
      ledger.membership = try Membership(transaction, rule, at: .own)
      var moved = try ledger.membership.moves(of: root)
      for (entity, touches) in news.touches {
        for (key, touch) in touches where moved[entity]?[key] != nil { moved[entity]?[key] = touch }
      }
      try store.load(Set(news.deletions))
      try drain(
        wall: wall, limit: configuration.batchLimit, moved: moved, toldSince: withdrawn,
        after: news.deletions.map { .delete($0) })
    }
  }

  /// What this store has of a shared space's rows that another one had not seen, with its time.
  ///
  /// - Returns: what was written of rows that are here, and the own space's identities of rows that were deleted.
  private func news(
    of shared: SyncTables, beyond seen: VersionVector, wall: Int64
  ) throws -> (touches: [String: [Int64: RowTouch]], deletions: [SyncIdentity]) {
    var round = try SyncRound(transaction, at: shared.place, configuration)
    try round.drainAll(wall: wall, limit: configuration.batchLimit)
    var (touches, deletions): ([String: [Int64: RowTouch]], [SyncIdentity]) = ([:], [])
    for entity in round.schema.entities.values where !round.ledger.membership.isValue(entity.name) {
      let rows = Set(try round.ledger.rows(of: entity.name)).union(round.store.state.shown.rows.keys)
      try round.store.load(rows)
      for identity in rows.sorted() {
        guard let row = round.store.state.shown[identity], row.entity == entity.name else { continue }
        let key = round.ledger[identity]?.key
        let isHere = try key.map { try transaction.hasRow($0, entity.name) } == true
        if let key, isHere {
          var touch = RowTouch()
          for register in row.keys {
            guard let leaf = row.winner(register), !seen.covers(leaf.stamp) else { continue }
            switch register {
            case .existence, .unknown: continue
            case .property(let name), .member(let name, _): touch.note(name, at: Int64(leaf.stamp.milliseconds))
            }
          }
          if !touch.properties.isEmpty { touches[entity.name, default: [:]][key] = touch }
        } else if row.existence == .deleted, let deletion = row.winner(.existence), !seen.covers(deletion.stamp),
          let own = ownIdentity(of: row, entity, round.schema)
        {
          deletions.append(own)
        }
      }
    }
    return (touches, deletions)
  }

  /// The identity that the own space gives a row by its unique value.
  private func ownIdentity(of row: Row, _ entity: ReplicatedEntity, _ schema: StoreSchema) -> SyncIdentity? {
    guard let unique = entity.uniqueAttribute, let value = row.winner(.property(unique))?.value,
      let name = schema.rules.entities[entity.name]?.folded(value)?.name
    else { return nil }
    return SyncIdentity(space: position.space, entity: entity.name, name: name)
  }
}

// MARK: - In a snapshot

extension SyncEngine {
  /// Does what the notices of a snapshot say.
  ///
  /// - Returns: how many rows of the store changed.
  func followNotices(in snapshot: SyncState, wall: Int64) async throws -> Int {
    guard configuration.sharing != nil, !place.isShared else { return 0 }
    let order = try looking { merge in
      let rows = try merge.rowsWithNotices(in: snapshot)
      return merge.ledger.schema.order(of: [], and: snapshot.parts.settled.rows.filter { rows.contains($0.key) })
    }
    guard !order.isEmpty else { return 0 }
    return try await merging { round in
      try round.join(order, of: snapshot, wall: wall)
      try round.followNotices(wall: wall)
    }.changed
  }
}

extension StoreMerge {
  /// The notices of a snapshot about shared spaces of this store; with them the rows that have the unique values of what
  /// the spaces share, and all that those lead to: who leaves a space tells both at once.
  fileprivate func rowsWithNotices(in snapshot: SyncState) throws -> Set<SyncIdentity> {
    let rows = snapshot.parts.settled.rows
    var notices: Set<SyncIdentity> = []
    var shared: [String: Set<SyncValue>] = [:]
    for place in try SpacePlace.all(transaction) where place.isShared {
      let tables = SyncTables(transaction, at: place)
      let notice = SpaceNotice.identity(of: try SyncPosition(tables).space)
      guard rows[notice] != nil else { continue }
      notices.insert(notice)
      guard let root = try tables.root else { continue }
      for (entity, keys) in try ledger.membership.rows(sharedWith: root) {
        for values in try ledger.shownValues(of: keys, entity).values {
          if let value = foldedValue(of: entity, { values[$0] }) { shared[entity, default: []].insert(value) }
        }
      }
    }
    guard !shared.isEmpty else { return notices }
    var pending = rows.filter { _, row in
      foldedValue(of: row.entity) { row.winner(.property($0))?.value }.map { shared[row.entity]?.contains($0) } == true
    }.map(\.key)
    var found = notices.union(pending)
    while let identity = pending.popLast() {
      rows[identity]?.forEachTarget { if rows[$0] != nil, found.insert($0).inserted { pending.append($0) } }
    }
    return found
  }

  /// The unique value of a row, as it is compared.
  private func foldedValue(of entity: String, _ value: (String) -> SyncValue?) -> SyncValue? {
    guard let rules = ledger.schema.rules.entities[entity], let unique = rules.uniqueProperty else { return nil }
    return value(unique).flatMap(rules.folded)
  }
}
