import OpenSwiftData

/// A row that two spaces of the store have: it was moved from one to the other, or into each on two machines.
///
/// The store shows it as the space has it that it came into last. What only the former one has is worth a decision if
/// whoever moved the row had not seen it.
struct RowInTwoSpaces {
  /// What a space has of the row.
  struct Registers {
    let row: Row
    let ledger: Ledger
    /// This store's name in the space.
    let replica: Replica

    fileprivate var insertion: Stamp? { row.winner(.existence)?.stamp }
  }

  private let former: Registers
  private let latter: Registers
  private let entity: ReplicatedEntity
  /// When the row came into each of the spaces.
  private let (insertion, arrival): (Stamp, Stamp)
  /// Whether the store heard of the row in the former space only after it had it in the latter one.
  private let isHeardLate: Bool

  /// - Parameter isHeardLate: whether the store heard of the row in the former space only after it had it in the latter
  ///   one.
  /// - Returns: nil for a row that one of the spaces does not know.
  init?(_ entity: ReplicatedEntity, from former: Registers, to latter: Registers, isHeardLate: Bool) {
    guard let insertion = former.insertion, let arrival = latter.insertion else { return nil }
    (self.entity, self.former, self.latter) = (entity, former, latter)
    (self.insertion, self.arrival) = (insertion, arrival)
    self.isHeardLate = isHeardLate
  }

  /// Whether this store moved the row itself, not having heard that the former space has it, too.
  private var wasMovedUnknowingly: Bool { isHeardLate && arrival.replica == latter.replica }

  /// When the row came into the latter space, in milliseconds since 1970.
  var time: Int64 { Int64(arrival.milliseconds) }

  // MARK: - What goes along

  /// The attributes that were written in a shared space later than in the own one, which the row came into.
  ///
  /// Between two shared spaces nothing goes along: their people are others.
  var later: Set<String> { Set(differentAttributes.filter { isLater($0.there, $0.here) }.map(\.name)) }

  /// The keys of such members, by the relationship.
  func laterMembers() throws -> [String: Set<Int64>] {
    try differentMembers().filter { isLater($0.there, $0.here) }.reduce(into: [:]) { members, member in
      if let key = member.key { members[member.relationship, default: []].insert(key) }
    }
  }

  private func isLater(_ there: Leaf, _ here: Leaf?) -> Bool {
    former.ledger.place.isShared && !latter.ledger.place.isShared
      && there.stamp.clock > insertion.clock && there.stamp > max(here?.stamp ?? arrival, arrival)
  }

  // MARK: - What stays

  /// How the row departs from the former space.
  ///
  /// What the own space has and a shared one has not was written by somebody who did not mean it for others, or did not
  /// know yet that the row is shared: it is kept. Of a shared space this store can tell what whoever moved the row had
  /// not seen if it moved the row itself; if it only hears of the move it leaves the decision to the other store.
  func departure() throws -> Departure {
    let (attributes, members) = try (differentAttributes, differentMembers())
    guard former.ledger.place.isShared, !wasMovedUnknowingly else {
      return Departure(
        keeping: attributes.filter { isKept($0.there) }.map { .property($0.name) }
          + members.filter { isKept($0.there) || isKeptAsInserted($0) }.map { .member($0.relationship, $0.identity) })
    }
    let isUnseen = isHeardLate || isRace(over: attributes.map(\.there) + members.map(\.there))
    return Departure(decision: isUnseen ? .nothing : .insertion)
  }

  private func isKept(_ there: Leaf) -> Bool {
    if there.isDerived { return false }
    // What it was inserted with there it had here when it went there; the rest was told once more: see `writtenWithMoves`.
    return wasMovedUnknowingly || !former.ledger.place.isShared && there.stamp.clock > insertion.clock
  }

  /// Whether the row got a member with its move; members are not told once more.
  private func isKeptAsInserted(_ member: Member) -> Bool {
    !member.there.isDerived && !former.ledger.place.isShared && (member.here?.stamp.clock ?? 0) < insertion.clock
  }

  /// Whether this store moved the row into one shared space, and another one into the other, perhaps without having seen
  /// what it was moved with.
  private func isRace(over different: [Leaf]) -> Bool {
    former.ledger.place.isShared && latter.ledger.place.isShared && insertion.replica == former.replica
      && different.contains { !$0.isDerived && $0.stamp == insertion }
  }

  // MARK: - Comparing

  /// What the former space has and the latter one has otherwise.
  private var differentAttributes: [(name: String, there: Leaf, here: Leaf?)] {
    entity.attributes.compactMap { name in
      guard name != entity.uniqueAttribute, let there = former.row.winner(.property(name)) else { return nil }
      let here = latter.row.winner(.property(name))
      return there.value == here?.value ? nil : (name, there, here)
    }
  }

  private struct Member {
    let relationship: String
    let identity: SyncIdentity
    /// Nil for one that the store does not show.
    let key: Int64?
    let there: Leaf
    let here: Leaf?
  }

  /// The members that the row has in the former space and not in the latter one.
  private func differentMembers() throws -> [Member] {
    var members: [Member] = []
    for pair in entity.pairs {
      let identities = former.row.keys.compactMap { key -> SyncIdentity? in
        if case .member(pair.name, let identity) = key { identity } else { nil }
      }
      for identity in identities.sorted() {
        guard let there = former.row.winner(.member(pair.name, identity)), there.value != .null else { continue }
        try former.ledger.load([identity])
        let key = former.ledger[identity].flatMap { $0.isShown ? $0.key : nil }
        // What this store does not show came with the row, in a batch that is merged just now.
        if key == nil, !wasMovedUnknowingly { continue }
        let known = try key.flatMap { try latter.ledger.identities(of: [$0], pair.target)[$0] }
        let here = known.flatMap { latter.row.winner(.member(pair.name, $0)) }
        guard here == nil || here?.value == .null else { continue }
        members.append(Member(relationship: pair.name, identity: identity, key: key, there: there, here: here))
      }
    }
    return members
  }
}
