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
  /// The primary key that the row had when the store showed it last, or has; nil if the store never showed it.
  public let lastKey: Int64?
  /// How it came about.
  public let kind: Conflict.Kind
  /// What the store shows of the property; nil for other kinds of conflicts.
  public let shown: SyncValue?
  /// When and where that was written, or the row was deleted; nil for other kinds of conflicts.
  public let shownStamp: Stamp?
  /// The values that are not shown, the latest first.
  public let kept: [Conflict.Kept]
  /// The values that the row has, also a deleted one.
  public let values: [String: SyncValue]
  /// The members that the row has, also a deleted one.
  public let members: [String: Set<SyncIdentity>]
  /// The values that are shown of the row that it became part of; none for other kinds of conflicts.
  public let survivor: RowValues
  /// The primary keys of the rows that the kept values refer to, and of the members, of those that the store shows; of a
  /// deleted row also of those that its other values refer to.
  public let targets: [SyncIdentity: Int64]
}

extension SyncConflict {
  /// The edit that decides for a value, about what is in this conflict and nothing that came meanwhile.
  ///
  /// - Returns: nil if the conflict is not about a property.
  public func decision(for value: SyncValue) -> LocalEdit? {
    guard case .overwritten(let property) = kind else { return nil }
    return .decide(row, property: property, value, seen: Set(kept.map(\.value) + [shown ?? .null]))
  }

  /// The edits that show what is kept of a row that became part of another one, instead of what that one shows, and of no
  /// value that came meanwhile; or that agree to the cut of a cycle.
  public var restoration: [LocalEdit] {
    var edits: [LocalEdit] = []
    var decided: Set<String> = []
    // The latest value of each property comes first.
    for value in kept {
      guard case .property(let name) = value.key, decided.insert(name).inserted else { continue }
      switch kind {
      case .absorbed(let other):
        let seen: Set = [survivor[name] ?? .null, value.value]
        edits.append(.decide(other, property: name, value.value, seen: seen))
      case .cycle: edits.append(.decide(row, property: name, .null, seen: [value.value]))
      case .overwritten, .deleted: break
      }
    }
    return edits
  }

  /// The edit that needs nothing of what is kept here, and leaves what came meanwhile.
  public var dismissal: LocalEdit { .dismiss(row, seen: Set(kept.map(\.stamp))) }
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
  public func write(_ decisions: [LocalEdit]) async throws {
    let wall = configuration.wallTime()
    // A row that is brought back may be another space's by now.
    try await drainOtherSpacesInPortions()
    try await merging { round in
      try round.drainOtherSpaces(wall: wall)
      try round.write(decisions, wall: wall)
      round.isDecision = true
    }
  }
}

extension StoreMerge {
  /// The conflicts of the rows that the ledger says have some.
  func conflicts() throws -> [SyncConflict] {
    let rows = try transaction.rows(
      "SELECT id, identity FROM \(ledger.place.prefix)_row WHERE conflicts > 0 ORDER BY id"
    ) { (number: $0.integer(0), identity: SyncIdentity(bytes: $0[1].bytes)) }
    let identities = Set(rows.compactMap(\.identity))
    try load(identities)
    try load(Set(identities.flatMap(targets)))
    return rows.flatMap { number, identity in
      identity.map { conflicts(of: $0, number) } ?? []
    }
  }

  private func conflicts(of identity: SyncIdentity, _ number: Int64) -> [SyncConflict] {
    guard let row = state.shown[identity] else { return [] }
    let shown = state.standIn(for: identity).flatMap { ledger[$0] }
    var values: [String: SyncValue] = [:]
    var members: [String: Set<SyncIdentity>] = [:]
    for key in row.keys {
      switch (key, row.winner(key)?.value) {
      case (.property(let name), let value): values[name] = value
      case (.member(let name, let member), .text): members[name, default: []].insert(member)
      case (.existence, _), (.member, _), (.unknown, _): continue
      }
    }
    return keptConflicts(of: identity).map { conflict in
      let winner: Leaf? =
        switch conflict.kind {
        case .overwritten(let property): row.winner(.property(property))
        case .deleted: row.winner(.existence)
        case .absorbed, .cycle: nil
        }
      var targets: [SyncIdentity: Int64] = [:]
      for target in self.targets(of: identity) {
        if let entry = ledger[target], entry.isShown { targets[target] = entry.key }
      }
      return SyncConflict(
        number: number, row: identity, entity: row.entity, key: shown?.isShown == true ? shown?.key : nil,
        lastKey: ledger[identity]?.key, kind: conflict.kind,
        shown: conflict.kind == .deleted ? nil : winner?.value, shownStamp: winner?.stamp, kept: conflict.kept,
        values: values, members: members, survivor: survivor(of: conflict), targets: targets)
    }
  }

  private func survivor(of conflict: Conflict) -> RowValues {
    if case .absorbed(let other) = conflict.kind { state.row(other)?.values ?? [:] } else { [:] }
  }

  /// The rows that the values of a row's conflicts refer to, and those that a deleted row would refer to again.
  private func targets(of identity: SyncIdentity) -> [SyncIdentity] {
    keptConflicts(of: identity).flatMap { conflict in
      var values = conflict.kept.map(\.value)
      var targets: [SyncIdentity] = []
      switch conflict.kind {
      case .overwritten(let property):
        values += [state.shown[identity]?.winner(.property(property))?.value].compactMap(\.self)
      // What it would refer to is not always what is kept of it.
      case .deleted: state.shown[identity]?.forEachTarget { targets.append($0) }
      case .absorbed, .cycle: break
      }
      return targets + values.compactMap { if case .identity(let target) = $0 { target } else { nil } }
        + conflict.kept.compactMap(\.target)
    }
  }

  /// The conflicts of a row, without those that the configuration does not count as such.
  func keptConflicts(of identity: SyncIdentity) -> [Conflict] {
    // Most rows have nothing that could be one.
    if state.isUncontested(identity) { return [] }
    guard let row = state.shown[identity] else { return [] }
    return state.conflicts(of: identity).compactMap { conflict in
      switch conflict.kind {
      case .absorbed, .cycle: return conflict
      case .overwritten(let property):
        let shown = row.winner(.property(property))?.value ?? .null
        return conflict.kept.contains { isConflict(row.entity, property, $0.value, shown) } ? conflict : nil
      case .deleted:
        let kept = conflict.kept.filter { saysMore($0, than: row) }
        return kept.isEmpty ? nil : Conflict(row: conflict.row, kind: conflict.kind, kept: kept)
      }
    }
  }

  /// Whether what is kept of a row that is gone says anything else than what the row would have again.
  private func saysMore(_ kept: Conflict.Kept, than row: Row) -> Bool {
    guard case .property(let property) = kept.key, let winner = row.winner(kept.key), winner.stamp != kept.stamp else {
      return true
    }
    return winner.value != kept.value && isConflict(row.entity, property, kept.value, winner.value)
  }
}

extension Conflict.Kept {
  /// The member, if it is one.
  fileprivate var target: SyncIdentity? { if case .member(_, let target) = key { target } else { nil } }
}
