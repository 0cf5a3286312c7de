/// What a store must show otherwise after a merge.
public struct MergeOutcome: Hashable, Sendable {
  /// The rows that may be shown otherwise now, have appeared, or are gone; `SyncState.row` says how, and
  /// `SyncState.conflicts(of:)` what nobody has decided about.
  public internal(set) var rows: Set<SyncIdentity> = []
  /// Rows that lead elsewhere than before, and where to: `SyncState.referrers` of them are shown otherwise as well.
  ///
  /// A row may lead away from one that was shown in its place; what refers to it is in the registers, not in what is
  /// shown.
  public internal(set) var redirected: [SyncIdentity: SyncIdentity?] = [:]
  /// Batches that this merge set aside.
  public internal(set) var setAside: Set<BatchID> = []

  init() {}

  init(before: Impact, after: StateView) {
    let impact = after.impact(of: before.rows)
    rows = impact.rows
    for (identity, standIn) in impact.standIns where before.standIns[identity] ?? identity != standIn {
      redirected.updateValue(standIn, forKey: identity)
    }
    for (identity, standIn) in before.standIns where impact.standIns[identity] == nil && standIn != nil {
      redirected.updateValue(nil, forKey: identity)
    }
    if !redirected.isEmpty { rows.formUnion(after.treesWithUniqueNames()) }
  }
}

/// A batch that can't be applied, and why.
public struct SetAside: Hashable, Sendable {
  /// Why a batch can't be applied.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// The bytes can't be read: a later version wrote them, or they are damaged.
    case unreadable(CodecError)
    /// The batch contradicts itself.
    case contradictory(BatchFlaw)

    /// One line that says what is wrong.
    public var description: String {
      switch self {
      case .unreadable(let error): "\(error)"
      case .contradictory(let flaw): "\(flaw)"
      }
    }
  }

  /// The batch as it came.
  public let envelope: BatchEnvelope
  /// Why it can't be applied.
  public let reason: Reason
}

extension SetAside {
  /// Whether both are the same batch with the same bytes.
  public static func == (left: SetAside, right: SetAside) -> Bool { left.envelope == right.envelope }

  /// Hashes the batch.
  public func hash(into hasher: inout Hasher) { hasher.combine(envelope) }
}

/// The rows that are shown otherwise if some rows are written, and where references to them lead.
struct Impact {
  var rows: Set<SyncIdentity>
  var standIns: [SyncIdentity: SyncIdentity?]
}

extension StateView {
  /// The rows that depend on others: those that share their unique values, and those on a cycle with them.
  func impact(of rows: Set<SyncIdentity>) -> Impact {
    let hasTrees = schema.entities.values.contains { $0.parent != nil }
    var impact = Impact(rows: rows, standIns: [:])
    for identity in rows where !isAlone(identity) || self.rows[identity]?.existence?.isPresent == false {
      impact.rows.formUnion(family(of: identity))
      if let other = standIn(for: identity) { impact.rows.formUnion(family(of: other)) }
    }
    for identity in impact.rows {
      impact.standIns.updateValue(standIn(for: identity), forKey: identity)
      if hasTrees { impact.rows.formUnion(cycle(through: identity)) }
    }
    return impact
  }

  /// The rows of entities that are trees of unique names: where a name moves, cycles may open and close anywhere.
  func treesWithUniqueNames() -> [SyncIdentity] {
    let entities = schema.entities.filter { $0.value.parent != nil && $0.value.uniqueProperty != nil }
    guard !entities.isEmpty else { return [] }
    return rows.rows.filter { entities[$0.value.entity] != nil }.map(\.key)
  }
}
