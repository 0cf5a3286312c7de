import OpenSwiftData

/// The numbers behind the names of rows that can be shared: a store has one row of a unique value, and each of its spaces
/// may have one.
///
/// Whose name has a number is the same in all stores that have the spaces, whatever they heard of first: the own space's
/// row has none, and then it goes by the spaces' identities. What a row is called in its space stays as it is.
struct NumberedNames {
  private let transaction: ReplicationTransaction
  private let membership: Membership
  /// The space that is shown; nil for the store's own, which comes before all others.
  private let space: SyncIdentity?
  private let others: [SpaceNeighbours.Neighbour]

  init(_ transaction: ReplicationTransaction, _ ledger: Ledger, _ neighbours: SpaceNeighbours) throws {
    self.transaction = transaction
    membership = ledger.membership
    others = neighbours.others
    space = try ledger.place.isShared ? SyncPosition(SyncTables(transaction, at: ledger.place)).space : nil
  }

  /// A unique value that no row has, for one that is to be written: another space may have a row with the wanted one.
  ///
  /// - Parameters:
  ///   - values: what is to be written.
  ///   - row: what the row has in this space.
  ///   - key: the row; nil for a new one.
  /// - Returns: what has to be written otherwise.
  func freeValues(
    _ values: StoredValues, _ row: VisibleRow, _ entity: ReplicatedEntity, for key: Int64?
  ) throws -> StoredValues {
    let label = membership.label(entity.name)
    guard let unique = entity.uniqueAttribute, !membership.isTrivial,
      values[unique] != nil || label.map({ values[$0] != nil }) == true || membership.rootEntity == entity.name,
      let wanted = row.values[unique].flatMap(SQLiteValue.init)
    else { return [:] }
    let value = try free(wanted, unique, entity, for: key)
    var changed: StoredValues = [unique: value]
    if let label, case .text(let name)? = row.values[label] {
      changed[label] = .text(name + value.text.dropFirst(wanted.text.count))
    }
    return changed
  }

  private func free(
    _ wanted: SQLiteValue, _ unique: String, _ entity: ReplicatedEntity, for key: Int64?
  ) throws -> SQLiteValue {
    guard case .text(let text) = wanted else { return wanted }
    try giveBack(text, unique, entity, from: key)
    var (candidate, number) = (text, 1)
    while let other = try transaction.key(with: .text(candidate), of: unique, entity.name), other != key {
      if try renumber(other, entity, unique, having: candidate, for: text) { break }
      number += 1
      candidate = Self.name(text, number)
    }
    return .text(candidate)
  }

  private static func name(_ text: String, _ number: Int) -> String { "\(text) (\(number))" }

  /// A row of another space that can be given another name, as its space calls it.
  private struct Named {
    let space: SpaceNeighbours.Neighbour
    let identity: SyncIdentity
    let key: Int64
    let entry: Ledger.Entry
    let name, label: String
  }

  /// A row as another space has it; nil if it must keep its name: it is no list, or somebody has just renamed it.
  private func named(_ key: Int64, _ entity: ReplicatedEntity, _ unique: String) throws -> Named? {
    guard let label = membership.label(entity.name) else { return nil }
    for other in others {
      guard let identity = try other.ledger.identities(of: [key], entity.name)[key] else { continue }
      try other.ledger.load([identity])
      guard let entry = other.ledger[identity], entry.isShown,
        try RowImages(transaction, at: other.place).formerValues(of: [key], entity.name).isEmpty,
        case .text(let name)? = entry.row.winner(.property(unique))?.value,
        case .text(let shown)? = entry.row.winner(.property(label))?.value
      else { continue }
      return Named(space: other, identity: identity, key: key, entry: entry, name: name, label: shown)
    }
    return nil
  }

  /// Gives a row of another space a number, or another one, if the row of this space comes before it.
  ///
  /// - Parameters:
  ///   - present: what it is called now.
  ///   - wanted: what the row of this space is called there.
  /// - Returns: whether it has another name now.
  private func renumber(
    _ key: Int64, _ entity: ReplicatedEntity, _ unique: String, having present: String, for wanted: String
  ) throws -> Bool {
    guard let other = try named(key, entity, unique),
      other.name == wanted ? !isBefore(other.space) : present == wanted
    else { return false }
    try rename(other, entity, unique, freeNumber(behind: other.name, unique, entity, notAs: present))
    return true
  }

  /// Has the row of another space that comes before the one of this space take the name without a number: it has got one
  /// before it was known that this is a row of this space.
  ///
  /// - Parameter key: the row of this space; nil for a new one.
  private func giveBack(_ name: String, _ unique: String, _ entity: ReplicatedEntity, from key: Int64?) throws {
    let holder = try transaction.key(with: .text(name), of: unique, entity.name)
    guard holder == nil || holder == key else { return }
    var number = 2
    while let numbered = try transaction.key(with: .text(Self.name(name, number)), of: unique, entity.name) {
      if numbered != key, let other = try named(numbered, entity, unique), other.name == name, isBefore(other.space) {
        if let holder {
          let vacant = SQLiteValue.text("openswiftdatasync:\(other.identity)")
          try transaction.update(holder, entity.name) { $0 == unique ? vacant : nil }
        }
        return try rename(other, entity, unique, nil)
      }
      number += 1
    }
  }

  /// Gives a row of another space its name, with a number or without; what it is called there stays.
  private func rename(_ other: Named, _ entity: ReplicatedEntity, _ unique: String, _ number: Int?) throws {
    func numbered(_ name: String) -> SQLiteValue { .text(number.map { Self.name(name, $0) } ?? name) }
    let label = membership.label(entity.name)
    try transaction.update(other.key, entity.name) { attribute in
      attribute == unique ? numbered(other.name) : attribute == label ? numbered(other.label) : nil
    }
    try RowImages(transaction, at: other.space.place).forgetFormerValues(of: other.key, entity.name)
    try note(other)
  }

  private func freeNumber(
    behind name: String, _ unique: String, _ entity: ReplicatedEntity, notAs present: String
  ) throws -> Int {
    var number = 2
    while true {
      let candidate = Self.name(name, number)
      let isTaken = try transaction.key(with: .text(candidate), of: unique, entity.name) != nil
      if candidate != present, !isTaken { return number }
      number += 1
    }
  }

  /// Whether rows of another space come before those of this one.
  private func isBefore(_ other: SpaceNeighbours.Neighbour) -> Bool {
    guard let space else { return false }
    return !other.place.isShared || other.space < space
  }

  /// Notes what the store has now of a row of another space; its registers stay.
  private func note(_ other: Named) throws {
    let (ledger, entity) = (other.space.ledger, other.entry.row.entity)
    let shown = try ledger.shownValues(of: [other.key], entity)[other.key] ?? other.entry.shown
    ledger.move(other.identity, entity, key: other.key, isShown: true, shown: shown)
    var members: Set<SyncIdentity> = []
    for pair in ledger.schema.entities[entity]?.pairs ?? [] {
      let keys = try transaction.members(of: [other.key], entity, pair.name)[other.key] ?? []
      members.formUnion(try ledger.shownIdentities(of: keys, pair.target).values)
    }
    try ledger.save(
      other.entry.row, other.identity, members: members, conflicts: Int(other.entry.written?.conflicts ?? 0))
  }
}

extension NumberedNames {
  /// Whether a row that has its name may have to give it to another one: that has a number.
  static func hasNumberedOne(
    _ transaction: ReplicationTransaction, besides name: SyncValue, _ unique: String, _ entity: String
  ) throws -> Bool {
    guard case .text(let text) = name else { return false }
    return try transaction.key(with: .text(Self.name(text, 2)), of: unique, entity) != nil
  }

  /// Which of the properties of a row that were written have another value than the space gave it: a number is none.
  ///
  /// - Parameters:
  ///   - names: the properties.
  ///   - values: what the store has of the row.
  ///   - entry: what the ledger has of it.
  static func edited(
    _ names: Set<String>, _ values: ReplicatedValues, _ entry: Ledger.Entry, _ entity: ReplicatedEntity, label: String?
  ) -> Set<String> {
    guard let label, let unique = entity.uniqueAttribute, !names.isDisjoint(with: [unique, label]),
      let stored = values[unique], entry.shown[unique] == SyncValue(stored),
      case .text(let name)? = entry.row.winner(.property(unique))?.value, stored.text.hasPrefix(name)
    else { return names }
    var edited = names.subtracting([unique])
    let number = stored.text.dropFirst(name.count)
    if case .text(let shown)? = entry.row.winner(.property(label))?.value, values[label]?.text == shown + number {
      edited.remove(label)
    }
    return edited
  }
}
