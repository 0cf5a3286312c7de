import OpenSwiftData

extension SyncRound {
  /// What was written into rows before they came from a shared space to the own one, or with that, and the shared space
  /// has not heard of.
  ///
  /// Told once more, after the row itself, it is later than the row's arrival: so all stores of the person keep it if
  /// others write over it and take the row back. See `RowInTwoSpaces.isKept`.
  ///
  /// - Parameter edits: those that bring the rows, before they are merged.
  func writtenWithMoves(_ edits: [LocalEdit]) throws -> [LocalEdit] {
    guard !tables.place.isShared, !ledger.membership.isTrivial else { return [] }
    var arrived: [String: [Int64: SyncIdentity]] = [:]
    for edit in edits {
      switch edit {
      case .insert(let identity, _, _, _, _), .restore(let identity):
        guard let entry = ledger[identity], ledger.membership.canMove(entry.row.entity), let key = entry.key else {
          continue
        }
        arrived[entry.row.entity, default: [:]][key] = identity
      default: continue
      }
    }
    guard !arrived.isEmpty else { return [] }
    let others = try SpaceNeighbours(transaction, ledger, position.replica, configuration).others
    var written: [LocalEdit] = []
    for (entity, rows) in arrived.sorted(by: { $0.key < $1.key }) {
      // What each was in the space that it was in last.
      var last: [Int64: Ledger.Entry] = [:]
      for other in others {
        let known = try other.ledger.identities(of: rows.keys.sorted(), entity)
        try other.ledger.load(known.values)
        for (key, there) in known {
          guard let here = rows[key], let former = other.ledger[there], departs(former, into: here) else { continue }
          if last[key].map({ $0.isEarlier(than: former) }) ?? true { last[key] = former }
        }
      }
      for (key, former) in last.sorted(by: { $0.key < $1.key }) {
        if let here = rows[key] { written += values(of: here, unlike: former.row) }
      }
    }
    return written
  }

  /// Whether a row comes from another space, and not back from a deletion, having been in the other one long ago.
  private func departs(_ former: Ledger.Entry, into row: SyncIdentity) -> Bool {
    guard !former.isShown, let deletion = store.state.shown[row]?.winner(.existence)?.stamp.clock else { return true }
    return former.row.winner(.existence).map { $0.stamp.clock > deletion } ?? false
  }

  private func values(of row: SyncIdentity, unlike former: Row) -> [LocalEdit] {
    guard let entity = schema.entities[former.entity], let shown = ledger[row]?.shown else { return [] }
    return configuration.writtenAttributes(of: entity).compactMap { name in
      guard let value = shown[name], let told = former.winner(.property(name))?.value, told != value
      else { return nil }
      return .set(row, property: name, value)
    }
  }
}

extension Ledger.Entry {
  /// Whether a row was in a space before it was in another one.
  fileprivate func isEarlier(than other: Ledger.Entry) -> Bool {
    // Where it is still shown, its departure was not drained yet.
    if isShown || other.isShown { return other.isShown }
    guard let mine = row.winner(.existence)?.stamp.clock else { return true }
    return other.row.winner(.existence).map { mine < $0.stamp.clock } ?? false
  }
}
