import OpenSwiftData

/// Values of a row that are kept because nobody has decided about them, with what a person needs to decide.
public struct SyncConflict: Hashable, Sendable {
  /// The number of the row in this store's ledger: the same as long as the store syncs.
  public let number: Int64
  /// The row.
  public let row: SyncIdentity
  /// The name of the row's entity.
  public let entity: String
  /// The primary key of the row that shows it, or that it became part of; nil if the store shows none.
  public let key: Int64?
  /// How it came about.
  public let kind: Conflict.Kind
  /// What the store shows of the property; nil for other kinds of conflicts.
  public let shown: SyncValue?
  /// The values that are not shown, the latest first.
  public let kept: [Conflict.Kept]
  /// The values that the row has, also a deleted one.
  public let values: [String: SyncValue]
}

extension SyncEngine {
  /// What nobody has decided about, in the order in which the rows came.
  ///
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  /// - Complexity: O(rows with conflicts).
  public func conflicts() throws -> [SyncConflict] {
    // Only looks: a store that was restored from a backup must not make batches before it has heard of that.
    try looking { try $0.conflicts() }
  }

  /// Writes decisions, as an edit of this store; the next round sends them.
  ///
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  public func write(_ decisions: [LocalEdit]) throws {
    try merging { round in try round.write(decisions, wall: configuration.wallTime()) }
  }
}

extension StoreMerge {
  /// The conflicts of the rows that the ledger says have some.
  func conflicts() throws -> [SyncConflict] {
    let rows = try transaction.rows(
      "SELECT id, identity FROM \(ledger.place.prefix)_row WHERE conflicts > 0 ORDER BY id"
    ) { (number: $0.integer(0), identity: SyncIdentity(bytes: $0[1].bytes)) }
    try load(Set(rows.compactMap(\.identity)))
    return rows.flatMap { number, identity in
      identity.map { conflicts(of: $0, number) } ?? []
    }
  }

  private func conflicts(of identity: SyncIdentity, _ number: Int64) -> [SyncConflict] {
    guard let row = state.shown[identity] else { return [] }
    let shown = state.standIn(for: identity).flatMap { ledger[$0] }
    var values: [String: SyncValue] = [:]
    for case .property(let name) in row.keys { values[name] = row.winner(.property(name))?.value }
    return keptConflicts(of: identity).map { conflict in
      var value: SyncValue?
      if case .overwritten(let property) = conflict.kind { value = row.winner(.property(property))?.value }
      return SyncConflict(
        number: number, row: identity, entity: row.entity, key: shown?.isShown == true ? shown?.key : nil,
        kind: conflict.kind, shown: value, kept: conflict.kept, values: values)
    }
  }

  /// The conflicts of a row, without those that the configuration does not count as such.
  func keptConflicts(of identity: SyncIdentity) -> [Conflict] {
    let entity = state.shown[identity]?.entity ?? ""
    return state.conflicts(of: identity).filter { conflict in
      guard case .overwritten(let property) = conflict.kind else { return true }
      let shown = state.shown[identity]?.winner(.property(property))?.value ?? .null
      return conflict.kept.contains { isConflict(entity, property, $0.value, shown) }
    }
  }
}
