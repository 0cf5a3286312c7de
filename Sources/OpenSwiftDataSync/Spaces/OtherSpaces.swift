import OpenSwiftData

// What comes into a space may be in another one of the store, which its engine has not heard of yet. Both are written in
// one transaction, so that neither takes the other's writes for edits of a person.

extension SyncEngine {
  /// Drains the other spaces in portions, before `SyncRound.drainOtherSpaces` drains in one transaction what is left.
  func drainOtherSpacesInPortions() async throws {
    guard configuration.sharing != nil else { return }
    let undrained = try read { transaction in
      try SpacePlace.all(transaction).filter { other in
        try other != place && !SyncPosition(SyncTables(transaction, at: other)).isDrained(at: other, transaction)
      }
    }
    for place in undrained {
      try await SyncEngine(container: modelContainer, configuration: configuration, place: place).drainAll()
    }
  }
}

extension SyncRound {
  /// Drains the other spaces: what was saved of a row that comes into this one would be overwritten unseen.
  mutating func drainOtherSpaces(wall: Int64) throws {
    guard configuration.sharing != nil else { return }
    var drained: [SpacePlace] = []
    for place in try SpacePlace.all(transaction) where place != tables.place {
      let isDrained = try SyncPosition(SyncTables(transaction, at: place)).isDrained(at: place, transaction)
      if isDrained { continue }
      var other = try SyncRound(transaction, at: place, configuration)
      try other.drainAll(wall: wall, limit: configuration.batchLimit)
      _ = try other.end()
      drained.append(place)
    }
    try position.advanceClock(past: drained, transaction)
  }

  /// Tells the spaces that rows were taken from that these are gone, and what of them is kept there.
  ///
  /// They are gone since they came into this space: others may have brought them back by now.
  mutating func tellOtherSpaces(of taken: [String: [Int64: TakenRow]], wall: Int64) throws {
    var left: [SpacePlace: [String: [Int64: RowTouch]]] = [:]
    for (entity, rows) in taken {
      for (key, row) in rows {
        if let place = row.place { left[place, default: [:]][entity, default: [:]][key] = row.leaving }
      }
    }
    for (place, moved) in left.sorted(by: { $0.key.number < $1.key.number }) {
      var other = try SyncRound(transaction, at: place, configuration)
      try other.drain(wall: wall, limit: configuration.batchLimit, moved: moved)
      _ = try other.end(within: moved)
    }
    try position.advanceClock(past: left.keys, transaction)
  }

  /// Has rows below those that came to this space stay where they were: whoever moved what they are below may not have
  /// known of them, have deleted them before, or have told already that they went elsewhere.
  ///
  /// They are where the other space shows them without being told: see `DrainedReferences.placed`.
  ///
  /// - Parameter rows: those that came, and what is below them, by entity.
  func keepRowsOfOtherSpaces(among rows: [(entity: String, keys: [Int64])]) throws {
    let neighbours = try SpaceNeighbours(transaction, ledger, position.replica, configuration)
    for (entity, keys) in rows {
      guard let belonging = configuration.sharing?.members[entity], let parent = belonging.parent else { continue }
      let known = Set(try ledger.shownIdentities(of: keys, entity).keys)
      let values = try transaction.values(of: keys.filter { !known.contains($0) }, entity)
      for (key, row) in values.sorted(by: { $0.key < $1.key }) {
        guard row[belonging.reference] == .null, case .integer(let above)? = row[parent], known.contains(above) else {
          continue
        }
        let root = try neighbours.sharedRoot(of: key, entity)
        // A row no shared space has belongs to the own space already.
        if root == nil, !tables.place.isShared { continue }
        try transaction.update(key, entity) { property in
          property == parent ? .null : property == belonging.reference ? root.map(SQLiteValue.integer) : nil
        }
      }
    }
  }
}
