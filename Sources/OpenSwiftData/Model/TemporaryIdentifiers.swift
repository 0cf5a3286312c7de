import Synchronization

/// What became of the identifiers that were handed out before their model was saved.
///
/// Only identifiers that somebody asked for before the save are in it, so it stays small: a plain insert and save adds
/// nothing. An entry is never removed, because a permanent identifier that was hashed while its temporary one was known
/// must hash alike for as long as a set may hold it.
enum TemporaryIdentifiers {
  private struct Table {
    var permanent: [Int64: PersistentIdentifier] = [:]
    var temporary: [Alias: Int64] = [:]
  }

  private struct Alias: Hashable {
    let entity: EntityIdentity
    let key: Int64
  }

  /// What an identifier is hashed by.
  struct HashKey: Hashable {
    let entity: EntityIdentity?
    let key: Int64
  }

  private static let table = Lock(Table())
  private static let lastKey = Atomic<Int64>(0)
  // Spares every hash the lock while no temporary identifier has been saved, which is nearly always.
  private static let isInUse = Atomic<Bool>(false)

  /// A key that no other temporary identifier of this process has.
  static func nextKey() -> Int64 {
    lastKey.wrappingSubtract(1, ordering: .relaxed).newValue
  }

  /// Notes that a temporary identifier's model was saved.
  static func resolve(_ temporary: PersistentIdentifier, to permanent: PersistentIdentifier) {
    table.withLock { table in
      table.permanent[temporary.key] = permanent
      table.temporary[Alias(entity: permanent.entity, key: permanent.key)] = temporary.key
    }
    isInUse.store(true, ordering: .releasing)
  }

  static func permanent(for temporary: PersistentIdentifier) -> PersistentIdentifier? {
    guard isInUse.load(ordering: .acquiring) else { return nil }
    return table.withLock { $0.permanent[temporary.key] }
  }

  static func stableHashKey(for identifier: PersistentIdentifier) -> HashKey {
    if identifier.isTemporary { return HashKey(entity: nil, key: identifier.key) }
    guard isInUse.load(ordering: .acquiring) else { return HashKey(entity: identifier.entity, key: identifier.key) }
    let alias = Alias(entity: identifier.entity, key: identifier.key)
    guard let temporary = table.withLock({ $0.temporary[alias] }) else {
      return HashKey(entity: identifier.entity, key: identifier.key)
    }
    return HashKey(entity: nil, key: temporary)
  }
}
