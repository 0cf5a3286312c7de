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

  /// The unique value and the label of a row, with a number at their end if another space has a row of that name.
  ///
  /// A row of another space that comes after this one is given another number here.
  ///
  /// - Parameters:
  ///   - values: what is to be written of the row.
  ///   - row: the row as its space has it.
  ///   - key: the row in the store; nil for a new one.
  /// - Returns: nothing if neither is to be written.
  func namesToWrite(
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

  /// A row of another space, with the unique value and the label that it has there.
  private struct ForeignRow {
    let space: SpaceNeighbours.Neighbour
    let identity: SyncIdentity
    let key: Int64
    let entry: Ledger.Entry
    let name, shownName: String
  }

  /// The row of another space that may be given another number; nil if it must keep its name: somebody has just renamed
  /// it, or rows of that entity have no numbers.
  private func foreignRow(_ key: Int64, _ entity: ReplicatedEntity, _ unique: String) throws -> ForeignRow? {
    guard let label = membership.label(entity.name) else { return nil }
    for other in others {
      guard let identity = try other.ledger.identities(of: [key], entity.name)[key] else { continue }
      try other.ledger.load([identity])
      guard let entry = other.ledger[identity], entry.isShown,
        try !isUndrained(key, entity.name, in: other.place),
        case .text(let name)? = entry.row.winner(.property(unique))?.value,
        case .text(let shown)? = entry.row.winner(.property(label))?.value
      else { continue }
      return ForeignRow(
        space: other, identity: identity, key: key, entry: entry, name: name, shownName: shown)
    }
    return nil
  }

  /// Whether somebody has written a row since its space was drained: a name that was typed must be told first.
  private func isUndrained(_ key: Int64, _ entity: String, in place: SpacePlace) throws -> Bool {
    let position = try SyncPosition(SyncTables(transaction, at: place))
    guard position.part == nil, position.token >= 0,
      let runs = try transaction.history(after: position.token, except: place.author, limit: Self.maxRuns)
    else { return true }
    return runs.count == Self.maxRuns || runs.contains { $0.entity == entity && $0.keys.contains(key) }
  }

  private static let maxRuns = 10_000

  /// Gives a row of another space a number, or another one, if the row of this space comes before it.
  ///
  /// - Parameters:
  ///   - present: what it is called now.
  ///   - wanted: what the row of this space is called there.
  /// - Returns: whether it has another name now.
  private func renumber(
    _ key: Int64, _ entity: ReplicatedEntity, _ unique: String, having present: String, for wanted: String
  ) throws -> Bool {
    guard let other = try foreignRow(key, entity, unique),
      other.name == wanted ? !isBefore(other.space) : present == wanted
    else { return false }
    try rename(other, entity, unique, freeNumber(behind: other.name, unique, entity, notAs: present))
    return true
  }

  /// Takes the number away from a row of another space that comes before the one of this space: that one, which had the
  /// name, was not in the ledger yet when the other one came.
  ///
  /// - Parameter key: the row of this space; nil for a new one.
  private func giveBack(_ name: String, _ unique: String, _ entity: ReplicatedEntity, from key: Int64?) throws {
    // Nothing comes before what is the store's own.
    guard space != nil, membership.label(entity.name) != nil else { return }
    let holder = try transaction.key(with: .text(name), of: unique, entity.name)
    guard holder == nil || holder == key else { return }
    var number = 2
    while let numbered = try transaction.key(with: .text(Self.name(name, number)), of: unique, entity.name) {
      if numbered != key, let other = try foreignRow(numbered, entity, unique), other.name == name,
        isBefore(other.space)
      {
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
  private func rename(_ other: ForeignRow, _ entity: ReplicatedEntity, _ unique: String, _ number: Int?) throws {
    func numbered(_ name: String) -> SQLiteValue { .text(number.map { Self.name(name, $0) } ?? name) }
    let label = membership.label(entity.name)
    try transaction.update(other.key, entity.name) { attribute in
      attribute == unique ? numbered(other.name) : attribute == label ? numbered(other.shownName) : nil
    }
    try RowImages(transaction, at: other.space.place).forgetFormerValues(of: [other.key], entity.name)
    try other.space.ledger.noteWritten(other.identity)
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
}

extension NumberedNames {
  /// Whether a shared row has to be shown anew because of the numbers behind its name and that of others: it has one, and
  /// the name may be free now; or another one has one, and may come before it.
  static func isDue(
    _ entry: Ledger.Entry, named name: SyncValue, _ entity: ReplicatedEntity, _ transaction: ReplicationTransaction
  ) throws -> Bool {
    guard let unique = entity.uniqueAttribute, case .text(let text) = name else { return false }
    if entry.shown[unique] != name { return true }
    return try transaction.key(with: .text(Self.name(text, 2)), of: unique, entity.name) != nil
  }

  /// A number, with its brackets, that the store has put behind a name.
  ///
  /// - Parameter name: what the row's space calls it.
  /// - Returns: nil if the text is no such name, or has no number.
  static func number(in text: String, behind name: String) -> Substring? {
    guard text.hasPrefix(name), let match = text.dropFirst(name.count).wholeMatch(of: /\ \(([2-9]|[1-9]\d+)\)/) else {
      return nil
    }
    return match.0
  }
}

/// What of a row's name is to be told: not the number that the store has put behind it.
struct DrainedName {
  private let unique, label: String
  private let number: Substring

  /// - Parameters:
  ///   - entry: what the ledger has of the row.
  ///   - isBack: whether the row was gone, and is as it was then.
  ///   - values: what the store has of it, or had at last.
  /// - Returns: nil for a row that has no number.
  init?(
    _ entry: Ledger.Entry, _ entity: ReplicatedEntity, _ membership: Membership, isBack: Bool = false,
    values: (String) -> SyncValue?
  ) {
    guard !membership.isTrivial, let label = membership.label(entity.name), let unique = entity.uniqueAttribute,
      case .text(let text)? = values(unique), case .text(let name)? = entry.row.winner(.property(unique))?.value,
      // Whoever typed another name may have typed a number.
      isBack || entry.shown[unique] == .text(text), let number = NumberedNames.number(in: text, behind: name)
    else { return nil }
    (self.unique, self.label, self.number) = (unique, label, number)
  }

  /// The value of a property as it is to be told; nil if the number is all that is new.
  func told(_ value: SyncValue, of property: String, _ row: Row?) -> SyncValue? {
    guard property == unique || property == label, case .text(let text) = value, text.hasSuffix(number) else {
      return value
    }
    let told = SyncValue.text(String(text.dropLast(number.count)))
    return row?.winner(.property(property))?.value == told ? nil : told
  }
}
