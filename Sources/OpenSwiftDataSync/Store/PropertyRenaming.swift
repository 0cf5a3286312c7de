/// What became of a property of an earlier version of the schema: its name now, and what its values are now.
///
/// Stores of both versions may be kept equal for a while. What one with the earlier version writes counts as written to
/// the property that there is now, with the same stamp; the store's migration must turn values into the same ones.
public struct PropertyRenaming: Sendable {
  /// The name of the property now.
  public let name: String
  /// The value now.
  public let value: @Sendable (SyncValue) -> SyncValue

  /// A renaming.
  ///
  /// - Parameter value: gives the same value on all machines; what it can't convert it leaves as it is.
  public init(to name: String, value: @escaping @Sendable (SyncValue) -> SyncValue = { $0 }) {
    self.name = name
    self.value = value
  }
}

/// The renamed properties of a schema, by entity and former name.
struct PropertyRenamings: Sendable {
  private let entities: [String: [String: PropertyRenaming]]

  init(_ entities: [String: [String: PropertyRenaming]]) { self.entities = entities }

  /// The name that a property of an entity has now.
  func name(_ name: String, of entity: String) -> String { entities[entity]?[name]?.name ?? name }

  /// The register and the value that a written value belongs to now.
  func current(_ key: RegisterKey, _ value: SyncValue, of entity: String) -> (RegisterKey, SyncValue) {
    guard case .property(let name) = key, let renaming = entities[entity]?[name] else { return (key, value) }
    return (.property(renaming.name), renaming.value(value))
  }

  /// The row as this version of the schema would have it.
  func current(_ row: Row) -> Row {
    guard let renamed = entities[row.entity], !row.isEmpty else { return row }
    var row = row
    for name in renamed.keys.sorted() {
      let former = RegisterKey.property(name)
      guard let leaves = row[former]?.leaves else { continue }
      row[former] = nil
      for leaf in leaves {
        let (key, value) = current(former, leaf.value, of: row.entity)
        row.add([Row.Mark(leaf).leaf(value)], to: key)
      }
    }
    return row
  }

  /// The batch as this version of the schema would have written it.
  func current(_ batch: Batch) -> Batch {
    guard !entities.isEmpty else { return batch }
    var batch = batch
    for index in batch.changes.indices {
      let change = batch.changes[index]
      (batch.changes[index].key, batch.changes[index].value) = current(change.key, change.value, of: change.entity)
    }
    return batch
  }
}

extension Row {
  /// Adds values to a register; it has some already where a property was renamed and both names were written.
  mutating func add(_ leaves: [Leaf], to key: RegisterKey) {
    self[key] = Register(leaves: (self[key]?.leaves ?? []) + leaves)
  }
}
