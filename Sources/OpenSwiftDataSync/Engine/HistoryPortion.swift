import OpenSwiftData

/// What is drained of the history at once: all of it, unless that is too much for one transaction.
///
/// A row is drained as it is now, whatever part of the history names it. That may be taken apart if nothing is merged in
/// between that contradicts what is drained later: a unique value or a place in a tree that another row has not given up
/// yet, or members that a row has in the store and not yet in the ledger. So new rows and updates of other properties are
/// drained in portions, or deletions if there is nothing else; the rest is drained together. So is what moves rows from
/// one space into another: it is gone from one of them as soon as it is told, with all that follows it.
struct HistoryPortion {
  typealias Run = ReplicationTransaction.HistoryRun

  /// The runs to drain.
  private(set) var runs: [Run]
  /// Where the next portion begins; nil if there is none.
  private(set) var rest: SyncPosition.Part?

  /// - Parameter limit: how many rows a portion has, about.
  /// - Returns: nil if the history does not reach back to the position.
  init?(
    _ transaction: ReplicationTransaction, after position: SyncPosition, by author: String, _ schema: StoreSchema,
    _ membership: Membership, limit: Int
  ) throws {
    guard
      let runs = try transaction.history(after: position.token, except: author, from: position.part?.run ?? 0)
    else { return nil }
    self.runs = runs
    if let part = position.part, let first = runs.first, first.number == part.run {
      if part.key > first.keys.upperBound {
        self.runs.removeFirst()
      } else {
        self.runs[0].keys = max(part.key, first.keys.lowerBound)...first.keys.upperBound
      }
    }
    let count = self.runs.reduce(0) { $0 + $1.keys.count }
    if count > limit, Self.canBeApart(self.runs, schema, membership) { cut(limit, position) }
  }

  private mutating func cut(_ limit: Int, _ position: SyncPosition) {
    var room = Int64(limit)
    for index in runs.indices {
      let keys = runs[index].keys
      if Int64(keys.count) > room {
        let next = keys.lowerBound + room
        rest = SyncPosition.Part(
          run: runs[index].number, key: next, clock: position.part?.clock ?? position.clock.reading)
        runs[index].keys = keys.lowerBound...max(keys.lowerBound, next - 1)
        runs.removeSubrange((room > 0 ? index + 1 : index)...)
        return
      }
      room -= Int64(keys.count)
    }
  }

  private static func canBeApart(_ runs: [Run], _ schema: StoreSchema, _ membership: Membership) -> Bool {
    let known = runs.filter { schema.entities[$0.entity] != nil }
    // A row that is gone has its last values told with its deletion, whichever part of the history names it first.
    if known.contains(where: { $0.kind == .deletion }) { return known.allSatisfy { $0.kind == .deletion } }
    return known.allSatisfy { run in
      guard run.kind == .update, let entity = schema.entities[run.entity] else { return true }
      return !run.properties.contains { name in
        name == entity.uniqueAttribute || name == entity.parent || entity.pairs.contains { $0.name == name }
          || membership.isDecided(by: name, run.entity)
      }
    }
  }
}
