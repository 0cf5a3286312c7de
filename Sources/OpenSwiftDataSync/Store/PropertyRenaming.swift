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

/// The renamed properties of a schema, by entity.
struct PropertyRenamings: Sendable {
  /// Those of an entity, by former name.
  typealias Entity = [String: PropertyRenaming]

  private let entities: [String: Entity]

  init(_ entities: [String: Entity]) { self.entities = entities }

  subscript(_ entity: String) -> Entity { entities.isEmpty ? [:] : entities[entity] ?? [:] }

  /// The row as this version of the schema would have it.
  func current(_ row: Row) -> Row {
    let renamed = self[row.entity]
    guard !renamed.isEmpty else { return row }
    var row = row
    for name in renamed.keys.sorted() {
      let former = RegisterKey.property(name)
      guard let leaves = row[former]?.leaves else { continue }
      row[former] = nil
      row.add(
        leaves.map { Row.Mark($0).leaf(renamed.current(former, $0.value).value) }, to: renamed.current(former))
    }
    return row
  }

  /// The batch as this version of the schema would have written it.
  func current(_ batch: Batch) -> Batch {
    guard !entities.isEmpty else { return batch }
    var batch = batch
    for index in batch.changes.indices {
      let change = batch.changes[index]
      let renamed = self[change.entity]
      guard !renamed.isEmpty else { continue }
      (batch.changes[index].key, batch.changes[index].value) = renamed.current(change.key, change.value)
    }
    return batch
  }
}

extension PropertyRenamings.Entity {
  /// The register that a written one is now.
  func current(_ key: RegisterKey) -> RegisterKey { current(key, .null).key }

  /// The register and the value that a written value belongs to now.
  func current(_ key: RegisterKey, _ value: SyncValue) -> (key: RegisterKey, value: SyncValue) {
    guard !isEmpty, case .property(let name) = key, let renaming = self[name] else { return (key, value) }
    return (.property(renaming.name), renaming.value(value))
  }
}

extension Row {
  /// Adds a value to a register.
  ///
  /// - Parameter isAlone: whether the register can have none yet: no property was renamed.
  mutating func add(_ value: SyncValue, _ mark: Mark, to key: RegisterKey, isAlone: Bool) {
    if isAlone || self[key] == nil { set(key, value, mark) } else { add([mark.leaf(value)], to: key) }
  }

  /// Adds values to a register; it has some already where a property was renamed and both names were written.
  mutating func add(_ leaves: [Leaf], to key: RegisterKey) {
    self[key] = Register(leaves: (self[key]?.leaves ?? []) + leaves)
  }
}
