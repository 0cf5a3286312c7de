/// What somebody typed and what is not shown, because somebody else who had not seen it wrote something else.
public struct Conflict: Hashable, Sendable {
  /// How it came about.
  public enum Kind: Hashable, Sendable {
    /// A property was written in two places; the later value is shown.
    case overwritten(property: String)
    /// The row was deleted in one place while it was changed in another.
    case deleted
    /// The row claims a unique value that another row has too, and became part of it.
    case absorbed(into: SyncIdentity)
    /// The row was moved below one of its own descendants, which was moved elsewhere; it is shown at the top.
    case cycle
  }

  /// A value that is kept.
  public struct Kept: Hashable, Sendable {
    /// The part of the row.
    public let key: RegisterKey
    /// The value.
    public let value: SyncValue
    /// When and where it was written.
    public let stamp: Stamp

    init(_ key: RegisterKey, _ leaf: Leaf) {
      self.key = key
      value = leaf.value
      stamp = leaf.stamp
    }
  }

  /// The row.
  public let row: SyncIdentity
  /// How it came about.
  public let kind: Kind
  /// The values that are not shown, the latest first.
  public let kept: [Kept]
}

// MARK: - Finding

extension StateView {
  /// The conflicts of a row that nobody has decided about.
  ///
  /// - Complexity: O(registers of the row).
  func conflicts(of identity: SyncIdentity) -> [Conflict] {
    guard let row = rows[identity], let entity = schema.entities[row.entity] else { return [] }
    guard let existence = row.existence, existence != .deleted else { return deletion(of: row, identity, entity) }
    guard let shown = standIn(for: identity) else { return deletion(of: row, identity, entity) }
    if shown != identity { return absorption(of: row, identity, entity, into: shown) }
    var conflicts: [Conflict] = []
    // Most rows have one value in each register.
    let hasLostValues = row.exceptions.contains { $0.value.leaves.count > 1 }
    for property in hasLostValues ? entity.properties.sorted() : [] {
      let key = RegisterKey.property(property)
      guard let lost = row[key]?.lost, !lost.isEmpty else { continue }
      conflicts.append(
        Conflict(row: identity, kind: .overwritten(property: property), kept: lost.map { Conflict.Kept(key, $0) }))
    }
    if let parent = entity.parent, let leaf = row.winner(.property(parent)), leaf.value != .null, isCut(identity) {
      conflicts.append(Conflict(row: identity, kind: .cycle, kept: [Conflict.Kept(.property(parent), leaf)]))
    }
    return conflicts
  }

  /// What was written to a row that is gone by somebody whom its deletion did not know.
  private func deletion(of row: Row, _ identity: SyncIdentity, _ entity: SyncSchema.Entity) -> [Conflict] {
    let kept = known(row, entity).flatMap { key, register in
      register.leaves.filter { $0.isFresh && !$0.isDerived && Self.isTyped($0, key) }.map { Conflict.Kept(key, $0) }
    }
    return kept.isEmpty ? [] : [Conflict(row: identity, kind: .deleted, kept: Self.sorted(kept))]
  }

  /// What a row says otherwise than the one that it became part of.
  private func absorption(
    of row: Row, _ identity: SyncIdentity, _ entity: SyncSchema.Entity, into shown: SyncIdentity
  ) -> [Conflict] {
    guard let survivor = rows[shown] else { return [] }
    // Who made it a part for good knew of what is not fresh any more, and wrote again what was to be kept.
    let kept = known(row, entity).flatMap { key, register -> [Conflict.Kept] in
      guard case .property = key else { return [] }
      let visible = survivor.winner(key)?.value ?? .null
      return register.leaves.filter { !$0.isDerived && $0.isFresh && $0.value != visible }
        .map { Conflict.Kept(key, $0) }
    }
    return kept.isEmpty ? [] : [Conflict(row: identity, kind: .absorbed(into: shown), kept: Self.sorted(kept))]
  }

  /// The registers that this schema can show.
  private func known(_ row: Row, _ entity: SyncSchema.Entity) -> [(RegisterKey, Register)] {
    row.keys.compactMap { key in
      let isKnown =
        switch key {
        case .existence: true
        case .property(let property): entity.properties.contains(property)
        case .member(let relationship, _): entity.relationships.contains(relationship)
        case .unknown: false
        }
      return isKnown ? row[key].map { (key, $0) } : nil
    }
  }

  /// Whether a value is worth being kept beyond a deletion: a removed member or another deletion is not.
  private static func isTyped(_ leaf: Leaf, _ key: RegisterKey) -> Bool {
    switch key {
    case .existence: Existence(leaf.value).isPresent
    case .member: leaf.value != .null
    case .property, .unknown: true
    }
  }

  private static func sorted(_ kept: [Conflict.Kept]) -> [Conflict.Kept] {
    kept.sorted { $1.stamp < $0.stamp || $1.stamp == $0.stamp && "\($0.key)" < "\($1.key)" }
  }
}
