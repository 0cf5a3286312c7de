import DocketLocking
import Synchronization

/// Maps temporary identifiers issued before a save to the permanent ones, and back.
///
/// Only identifiers that were read before the save are here. An entry is never removed: a set may hold the identifier
/// as long as the process lives, and both forms must stay equal and hash alike.
enum TemporaryIdentifiers {
  private struct Table {
    /// By the temporary key, made positive.
    var permanent = KeyRuns()
    /// By the permanent key; refers to the temporary one, made positive.
    var temporary: [EntityIdentity: KeyRuns] = [:]
  }

  struct HashKey: Hashable {
    fileprivate let entity: EntityIdentity?
    fileprivate let key: Int64
  }

  private static let table = Lock(Table())
  // Spares every hash the lock until a temporary identifier is saved, which is rare.
  private static let isInUse = Atomic<Bool>(false)

  /// Maps a temporary identifier to its row, in both directions.
  ///
  /// Call it before the row becomes visible: an identifier that was hashed once must never hash differently.
  static func resolve(_ temporary: PersistentIdentifier, to permanent: PersistentIdentifier) {
    pair(temporary, with: permanent)
    map(temporary, to: permanent)
  }

  /// Maps a temporary identifier to the row that a custom store made for its model.
  ///
  /// The two are equal only if they were paired before anyone could hash the permanent one.
  static func map(_ temporary: PersistentIdentifier, to permanent: PersistentIdentifier) {
    table.withLock { $0.permanent.insert(-temporary.key, leadingTo: permanent.key, of: permanent.entity) }
    isInUse.store(true, ordering: .releasing)
  }

  /// Gives an identifier not hashed yet the hash of a temporary one; the first pair stays.
  static func pair(_ temporary: PersistentIdentifier, with permanent: PersistentIdentifier) {
    table.withLock { table in
      guard table.temporary[permanent.entity]?[permanent.key] == nil else { return }
      table.temporary[permanent.entity, default: KeyRuns()]
        .insert(permanent.key, leadingTo: -temporary.key, of: permanent.entity)
    }
    isInUse.store(true, ordering: .releasing)
  }

  /// Undoes `resolve` for a row that never became visible.
  static func unresolve(_ temporary: PersistentIdentifier, for permanent: PersistentIdentifier) {
    unmap(temporary)
    unpair(temporary, from: permanent)
  }

  static func unmap(_ temporary: PersistentIdentifier) { table.withLock { $0.permanent.remove(-temporary.key) } }

  /// Undoes `pair` for a row that never became visible.
  static func unpair(_ temporary: PersistentIdentifier, from permanent: PersistentIdentifier) {
    table.withLock { table in
      guard table.temporary[permanent.entity]?[permanent.key]?.key == -temporary.key else { return }
      table.temporary[permanent.entity]?.remove(permanent.key)
    }
  }

  /// The permanent identifier of a saved model, or nil.
  static func permanent(for temporary: PersistentIdentifier) -> PersistentIdentifier? {
    guard isInUse.load(ordering: .acquiring) else { return nil }
    guard let row = table.withLock({ $0.permanent[-temporary.key] }) else { return nil }
    return PersistentIdentifier(entity: row.entity, key: row.key)
  }

  /// The temporary key of a row's model, if an identifier was issued for it.
  static func temporaryKey(for permanent: PersistentIdentifier) -> Int64? {
    let hashKey = stableHashKey(for: permanent)
    return hashKey.entity == nil ? hashKey.key : nil
  }

  /// What to compare: the permanent identifier if it hashes like this one, otherwise this one.
  static func comparable(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    guard identifier.isTemporary, isInUse.load(ordering: .acquiring) else { return identifier }
    return table.withLock { table in
      guard let row = table.permanent[-identifier.key],
        table.temporary[row.entity]?[row.key]?.key == -identifier.key
      else { return identifier }
      return PersistentIdentifier(entity: row.entity, key: row.key)
    }
  }

  static func stableHashKey(for identifier: PersistentIdentifier) -> HashKey {
    if identifier.isTemporary { return HashKey(entity: nil, key: identifier.key) }
    guard isInUse.load(ordering: .acquiring),
      let temporary = table.withLock({ $0.temporary[identifier.entity]?[identifier.key]?.key })
    else { return HashKey(entity: identifier.entity, key: identifier.key) }
    return HashKey(entity: nil, key: -temporary)
  }
}

/// Maps keys to rows; consecutive keys with consecutive rows share one run.
struct KeyRuns {
  struct Run {
    var keys: ClosedRange<Int64>
    let entity: EntityIdentity
    let distance: Int64
  }

  /// Sorted by key, without overlaps.
  private(set) var runs: [Run] = []

  /// - Complexity: O(log n) in the number of runs.
  subscript(key: Int64) -> (entity: EntityIdentity, key: Int64)? {
    let index = firstIndex(reaching: key)
    guard index < runs.count, runs[index].keys.contains(key) else { return nil }
    return (runs[index].entity, key + runs[index].distance)
  }

  /// Maps a key without an entry to a row.
  ///
  /// - Complexity: O(log n) if the key is larger than all others, O(n) otherwise.
  mutating func insert(_ key: Int64, leadingTo row: Int64, of entity: EntityIdentity) {
    let index = firstIndex(reaching: key)
    let run = Run(keys: key...key, entity: entity, distance: row - key)
    guard index > 0, continues(runs[index - 1], run) else { return runs.insert(run, at: index) }
    runs[index - 1].keys = runs[index - 1].keys.lowerBound...key
  }

  mutating func remove(_ key: Int64) {
    let index = firstIndex(reaching: key)
    guard index < runs.count, runs[index].keys.contains(key) else { return }
    let run = runs.remove(at: index)
    let rest = [(run.keys.lowerBound, key - 1), (key + 1, run.keys.upperBound)].filter { $0.0 <= $0.1 }
    runs.insert(
      contentsOf: rest.map { Run(keys: $0.0...$0.1, entity: run.entity, distance: run.distance) }, at: index)
  }

  private func continues(_ run: Run, _ next: Run) -> Bool {
    run.keys.upperBound + 1 == next.keys.lowerBound && run.distance == next.distance && run.entity == next.entity
  }

  private func firstIndex(reaching key: Int64) -> Int { runs.partitioningIndex { $0.keys.upperBound >= key } }
}

/// The new models of a save, while a custom store makes identifiers for them.
///
/// A store may hash the identifiers that it makes before its answer says which model each belongs to, and a hash must
/// never change. So each new identifier gets the hash of the next model's temporary one, in the order in which the
/// store got the models. Where this guess is wrong the two are not equal, which `Hashable` allows.
final class AwaitedIdentifiers: Sendable {
  @TaskLocal static var current: AwaitedIdentifiers?

  private let temporary: Lock<[String: ArraySlice<PersistentIdentifier>]>
  private let lastKeys: [EntityIdentity: Int64]

  /// - Parameters:
  ///   - temporary: those of the new models, in the order in which the store gets them.
  ///   - lastKeys: the largest key that a row of each entity ever had.
  init(_ temporary: [PersistentIdentifier], lastKeys: [EntityIdentity: Int64]) {
    self.temporary = Lock(Dictionary(grouping: temporary, by: \.entityName).mapValues { $0[...] })
    self.lastKeys = lastKeys
  }

  /// Whether no row had the identifier before.
  func isNew(_ permanent: PersistentIdentifier) -> Bool {
    lastKeys[permanent.entity].map { permanent.key > $0 } ?? false
  }

  /// Gives a new identifier the hash of the next model of its entity.
  func pair(_ permanent: PersistentIdentifier) {
    let next = temporary.withLock { $0[permanent.entityName]?.popFirst() }
    // A model whose deletion was undone has its former identifier.
    if let next, next.isTemporary { TemporaryIdentifiers.pair(next, with: permanent) }
  }
}
