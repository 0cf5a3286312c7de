import DocketLocking
import Synchronization

/// What became of the identifiers that were handed out before their model was saved.
///
/// Only identifiers that somebody asked for before the save are in it: a plain insert and save adds nothing. An entry is
/// never removed, because identifiers are plain values and a set may hold one for as long as the process lives: both
/// its forms must go on to be equal and to hash alike. Rows inserted one after the other share an entry.
enum TemporaryIdentifiers {
  private struct Table {
    /// By the temporary key, made positive.
    var permanent = KeyRuns()
    /// By the permanent key; leads to the temporary one, made positive.
    var temporary: [EntityIdentity: KeyRuns] = [:]
  }

  /// What an identifier is hashed by.
  struct HashKey: Hashable {
    let entity: EntityIdentity?
    let key: Int64
  }

  private static let table = Lock(Table())
  // Spares every hash the lock while no temporary identifier has been saved, which is nearly always.
  private static let isInUse = Atomic<Bool>(false)

  /// Notes which row a temporary identifier stands for from now on.
  ///
  /// To be called before the row becomes visible: an identifier that was hashed once must never hash differently.
  static func resolve(_ temporary: PersistentIdentifier, to permanent: PersistentIdentifier) {
    pair(temporary, with: permanent)
    lead(temporary, to: permanent)
  }

  /// Lets a temporary identifier lead to the row that a custom store made of its model.
  ///
  /// Both are equal only if they were paired before somebody could hash the permanent one.
  static func lead(_ temporary: PersistentIdentifier, to permanent: PersistentIdentifier) {
    table.withLock { $0.permanent.insert(-temporary.key, leadingTo: permanent.key, of: permanent.entity) }
    isInUse.store(true, ordering: .releasing)
  }

  /// Lets an identifier that nobody has hashed so far hash like a temporary one; the first such pair stays.
  static func pair(_ temporary: PersistentIdentifier, with permanent: PersistentIdentifier) {
    table.withLock { table in
      guard table.temporary[permanent.entity]?[permanent.key] == nil else { return }
      table.temporary[permanent.entity, default: KeyRuns()]
        .insert(permanent.key, leadingTo: -temporary.key, of: permanent.entity)
    }
    isInUse.store(true, ordering: .releasing)
  }

  /// Takes back what `resolve` noted, for a row that never became visible.
  static func forget(_ temporary: PersistentIdentifier, for permanent: PersistentIdentifier) {
    unlead(temporary)
    unpair(temporary, from: permanent)
  }

  /// Takes back what `lead` noted.
  static func unlead(_ temporary: PersistentIdentifier) { table.withLock { $0.permanent.remove(-temporary.key) } }

  /// Takes back what `pair` noted, for a row that never became visible.
  static func unpair(_ temporary: PersistentIdentifier, from permanent: PersistentIdentifier) {
    table.withLock { table in
      guard table.temporary[permanent.entity]?[permanent.key]?.key == -temporary.key else { return }
      table.temporary[permanent.entity]?.remove(permanent.key)
    }
  }

  /// What an identifier equals: the permanent one if that hashes alike, otherwise only itself.
  static func comparable(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    guard identifier.isTemporary, isInUse.load(ordering: .acquiring) else { return identifier }
    return table.withLock { table in
      guard let row = table.permanent[-identifier.key],
        table.temporary[row.entity]?[row.key]?.key == -identifier.key
      else { return identifier }
      return PersistentIdentifier(entity: row.entity, key: row.key)
    }
  }

  static func permanent(for temporary: PersistentIdentifier) -> PersistentIdentifier? {
    guard isInUse.load(ordering: .acquiring) else { return nil }
    guard let row = table.withLock({ $0.permanent[-temporary.key] }) else { return nil }
    return PersistentIdentifier(entity: row.entity, key: row.key)
  }

  /// The key that a row's model had before it was saved, if an identifier was handed out then.
  static func temporaryKey(for permanent: PersistentIdentifier) -> Int64? {
    let hashKey = stableHashKey(for: permanent)
    return hashKey.entity == nil ? hashKey.key : nil
  }

  static func stableHashKey(for identifier: PersistentIdentifier) -> HashKey {
    if identifier.isTemporary { return HashKey(entity: nil, key: identifier.key) }
    guard isInUse.load(ordering: .acquiring),
      let temporary = table.withLock({ $0.temporary[identifier.entity]?[identifier.key]?.key })
    else { return HashKey(entity: identifier.entity, key: identifier.key) }
    return HashKey(entity: nil, key: -temporary)
  }
}
