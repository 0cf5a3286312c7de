import DocketLocking

/// A store and an entity in it, interned so that an identifier needs four bytes for both.
struct EntityIdentity: Hashable, Sendable {
  /// The names behind an index.
  struct Names: Hashable, Sendable {
    let store: String?
    let entity: String
  }

  private struct Table {
    var names: [Names] = []
    var indices: [Names: UInt32] = [:]
  }

  private static let table = Lock(Table())

  let index: UInt32

  /// The identity of an entity in a store; the same names always give the same one.
  ///
  /// - Complexity: one look-up under a lock; keep the result.
  init(store: String?, entity: String) {
    let names = Names(store: store, entity: entity)
    index = Self.table.withLock { table in
      if let index = table.indices[names] { return index }
      let index = UInt32(table.names.count)
      table.names.append(names)
      table.indices[names] = index
      return index
    }
  }

  var names: Names { Self.table.withLock { $0.names[Int(index)] } }
}
