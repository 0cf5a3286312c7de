/// The difference between two lists of keys.
///
/// A list is set as a whole even to append one model, so the common head and tail are skipped.
struct KeyListChange {
  /// The new list, without repetitions.
  let keys: [Int64]
  /// In their old order.
  let removed: [Int64]
  /// In their new order.
  let added: [Int64]

  /// Up to so many keys are searched one by one rather than in a set.
  private static let few = 8

  /// - Parameter old: the list so far, each key once.
  init(from old: [Int64], to new: [Int64]) {
    let shorter = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(shorter - head).prefix { $0 == $1 }.count
    let (before, after) = (old[head..<old.count - tail], new[head..<new.count - tail])
    let ends = [old[..<head], old[(old.count - tail)...]]
    guard Self.areUnique(after, besides: ends) else {
      (keys, removed, added) = Self.compared(old[...], new.uniqued[...])
      return
    }
    keys = new
    (_, removed, added) = Self.compared(before, after)
  }

  private static func areUnique(_ keys: ArraySlice<Int64>, besides ends: [ArraySlice<Int64>]) -> Bool {
    if keys.isEmpty { return true }
    if keys.count > few { return Set(keys).count == keys.count && Set(keys).isDisjoint(with: ends.joined()) }
    return Set(keys).count == keys.count && !keys.contains { key in ends.contains { $0.contains(key) } }
  }

  private static func compared(
    _ old: ArraySlice<Int64>, _ new: ArraySlice<Int64>
  ) -> (keys: [Int64], removed: [Int64], added: [Int64]) {
    let (before, after) = (Set(old), Set(new))
    return (Array(new), old.filter { !after.contains($0) }, new.filter { !before.contains($0) })
  }
}

extension [Int64] {
  /// Each key once, at its first place.
  var uniqued: [Int64] {
    // Short lists are the rule, and looking through them is quicker than to hash.
    if count <= 8, !indices.contains(where: { self[..<$0].contains(self[$0]) }) { return self }
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
