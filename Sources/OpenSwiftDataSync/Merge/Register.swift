/// A written value that no write overwrote which knew of it.
struct Leaf: Hashable, Sendable {
  var stamp: Stamp
  var value: SyncValue
  /// Whether a rule wrote it and not a person; see `Change.isDerived`.
  var isDerived: Bool
  /// Whether no deletion of the row knew of it.
  var isFresh: Bool

  /// Whether the value loses against another one, which is shown instead.
  func yields(to other: Leaf) -> Bool {
    isDerived == other.isDerived ? stamp < other.stamp : isDerived
  }
}

// The merge rests on this type. A register is the set of the values that nobody overwrote knowingly. Which those are
// follows from the set of the batches that were applied and not from their order, if each is applied after those that it
// knew of: a write removes what it knew of, and what it did not know of it can't remove later. The one that is shown is
// the largest; it is the largest of all ever written, for who knew of a write has a larger stamp.
//
// Two registers are joined by what their owners have seen: a value that only one has is kept if the other has never seen
// it; if it has, somebody overwrote it there. No tombstones of values are needed.
//
// Source: A. Bieniusa and others, "An Optimized Conflict-free Replicated Set", 2012.

/// A part of a row with all values that no later write knew of; the first one is shown.
struct Register: Hashable, Sendable {
  /// The values, the winner first.
  ///
  /// Never empty in a row.
  private(set) var leaves: [Leaf]

  init(_ leaf: Leaf) { leaves = [leaf] }

  private init(sorted leaves: [Leaf]) { self.leaves = leaves }

  /// The register with values in any order, each stamp once; nil without any.
  init?(leaves: [Leaf]) {
    var stamps: Set<Stamp> = []
    let leaves = leaves.filter { stamps.insert($0.stamp).inserted }
    guard !leaves.isEmpty else { return nil }
    self.leaves = leaves
    sort()
  }

  var winner: Leaf { leaves[0] }

  /// The values that lost, the latest first, as far as somebody typed them and they say something else than the winner.
  var lost: [Leaf] {
    guard leaves.count > 1 else { return [] }
    var seen: Set<SyncValue> = [winner.value]
    return leaves.dropFirst().filter { !$0.isDerived && seen.insert($0.value).inserted }
  }

  /// The stamps of what somebody typed, but for some values.
  func stamps(otherThan values: Set<SyncValue>) -> [Stamp] {
    leaves.filter { !$0.isDerived && !values.contains($0.value) }.map(\.stamp)
  }

  /// Writes a value over those that its writer knew of.
  ///
  /// - Parameter isOverwritten: whether the writer knew of the value with a stamp, and does not keep it.
  mutating func write(_ leaf: Leaf, isOverwritten: (Stamp) -> Bool) {
    if leaves.count == 1, isOverwritten(leaves[0].stamp) {
      leaves[0] = leaf
    } else {
      leaves.removeAll { isOverwritten($0.stamp) }
      leaves.append(leaf)
      sort()
    }
  }

  /// Notes that a deletion of the row knew of values.
  mutating func noteDeletion(isKnown: (Stamp) -> Bool) {
    for index in leaves.indices where leaves[index].isFresh && isKnown(leaves[index].stamp) {
      leaves[index].isFresh = false
    }
  }

  /// The values for which a condition holds; nil if there are none.
  func filter(_ isIncluded: (Leaf) -> Bool) -> Register? {
    let kept = leaves.filter(isIncluded)
    return kept.isEmpty ? nil : Register(sorted: kept)
  }

  /// The register that both make together; nil if each has overwritten what the other has.
  static func joined(
    _ left: Register?, _ leftSeen: VersionVector, _ right: Register?, _ rightSeen: VersionVector
  ) -> Register? {
    if left == right { return left }
    let (own, other) = (left?.leaves ?? [], right?.leaves ?? [])
    var joined: [Leaf] = []
    for leaf in own {
      if let same = other.first(where: { $0.stamp == leaf.stamp }) {
        var leaf = leaf
        leaf.isFresh = leaf.isFresh && same.isFresh
        joined.append(leaf)
      } else if !rightSeen.covers(leaf.stamp) {
        joined.append(leaf)
      }
    }
    for leaf in other where !leftSeen.covers(leaf.stamp) && !own.contains(where: { $0.stamp == leaf.stamp }) {
      joined.append(leaf)
    }
    return Register(leaves: joined)
  }

  /// Replaces the stamps of all values.
  mutating func restamp(_ stamp: (Stamp) -> Stamp) {
    for index in leaves.indices { leaves[index].stamp = stamp(leaves[index].stamp) }
    sort()
  }

  private mutating func sort() {
    if leaves.count > 1 { leaves.sort { $1.yields(to: $0) } }
  }
}
