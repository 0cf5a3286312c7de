import OpenSwiftData

// What comes into a space may be in another one of the store, which its engine has not heard of yet. Both are written in
// one transaction, so that neither takes the other's writes for edits of a person.

/// A row that was another space's of the store, and what becomes of what that one has of it.
struct TakenRow {
  /// The other space, if one knows the row.
  var place: SpacePlace?
  /// When the row came into this space, in milliseconds since 1970.
  var time: Int64 = 0
  /// What was written there later than what this space has, and is told to it.
  var attributes: Set<String> = []
  /// The keys of such members, by the relationship.
  var members: [String: Set<Int64>] = [:]
  /// How it departs from the other space.
  var departure = Departure()

  /// A row that no other space knows.
  init() {}

  /// A row of the space at a place, if it is in both spaces.
  init(_ row: RowInTwoSpaces?, _ place: SpacePlace) throws {
    guard let row else { return }
    (self.place, time, attributes) = (place, row.time, row.later)
    (members, departure) = try (row.laterMembers(), row.departure())
  }

  /// What this space is told of the row.
  var arriving: RowTouch {
    var touch = RowTouch()
    touch.properties = attributes.union(members.keys)
    return touch
  }

  /// What the other space is told of it.
  var leaving: RowTouch {
    var touch = RowTouch(at: time)
    touch.departure = departure
    return touch
  }
}

extension SyncEngine {
  /// Drains the other spaces in portions, before `SyncRound.drainOtherSpaces` drains in one transaction what is left.
  func drainOtherSpaces() async throws {
    guard configuration.sharing != nil else { return }
    let undrained = try read { transaction in
      try SpacePlace.all(transaction).filter { other in
        try other != place && !SyncPosition(SyncTables(transaction, at: other)).isHistoryDrained(at: other, transaction)
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
      let isDrained = try SyncPosition(SyncTables(transaction, at: place)).isHistoryDrained(at: place, transaction)
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
      _ = try other.end(keepsImages: true)
      for (entity, rows) in moved {
        for key in rows.keys { try other.tables.images.forgetFormerValues(of: key, entity) }
      }
    }
    try position.advanceClock(past: left.keys, transaction)
  }

  /// Has what was added below rows before they came to this space stay in the own space: it was written for nobody else.
  func keepPrivateRows(below root: Int64) throws {
    for (entity, keys) in try ledger.membership.rows(sharedWith: root) {
      guard let belonging = ledger.membership.belonging(entity), let parent = belonging.parent else { continue }
      let known = Set(try ledger.shownIdentities(of: keys, entity).keys)
      let values = try transaction.values(of: keys.filter { !known.contains($0) }, entity)
      for (key, row) in values.sorted(by: { $0.key < $1.key }) {
        guard row[belonging.reference] == .null, case .integer(let above)? = row[parent], known.contains(above) else {
          continue
        }
        try transaction.update(key, entity) { $0 == parent ? .null : nil }
      }
    }
  }
}
