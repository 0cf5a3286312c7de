import OpenSwiftData

extension SyncRound {
  /// What was written into rows before they came from a shared space to the own one, or with that, and the shared space
  /// has not heard of.
  ///
  /// Told once more, after the row itself, it is later than the row's arrival: so all stores of the person keep it if
  /// others write over it and take the row back. See `RowInTwoSpaces.isKept`.
  ///
  /// - Parameter edits: those that brought the rows, and have been merged.
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
      for other in others {
        let known = try other.ledger.identities(of: rows.keys.sorted(), entity)
        try other.ledger.load(known.values)
        for (key, there) in known.sorted(by: { $0.key < $1.key }) {
          guard let here = rows[key], let former = other.ledger[there]?.row else { continue }
          written += values(of: here, unlike: former)
        }
      }
    }
    return written
  }

  private func values(of row: SyncIdentity, unlike former: Row) -> [LocalEdit] {
    guard let entity = schema.entities[former.entity], let shown = ledger[row]?.shown else { return [] }
    return entity.attributes.compactMap { name in
      guard name != entity.uniqueAttribute, configuration.bookkeeping[entity.name]?.contains(name) != true,
        let value = shown[name], let told = former.winner(.property(name))?.value, told != value
      else { return nil }
      return .set(row, property: name, value)
    }
  }
}
