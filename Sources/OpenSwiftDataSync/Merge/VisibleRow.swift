/// A row as a store of this schema shows it.
public struct VisibleRow: Hashable, Sendable {
  /// A member of a to-many relationship.
  public struct Member: Hashable, Sendable {
    /// The row that is a member.
    public let row: SyncIdentity
    /// Its order key.
    public let key: String
  }

  /// The row.
  public let row: SyncIdentity
  /// The name of the entity.
  public let entity: String
  /// The values of the properties and to-one relationships that were ever written; a reference to a row that does not
  /// exist is null, one to a row that became part of another leads there.
  public internal(set) var values: RowValues
  /// The members of the to-many relationships, in their order: by key, then by identity.
  public let members: [String: [Member]]
}

// Everything that no single register can say is worked out here, when asked for: rows that claim one unique value,
// references, trees. Nothing of it is merged, so merging stays commutative.

/// What a state shows: registers, read with the schema.
struct StateView {
  let rows: ReplicatedRows
  let standings: Standings
  let schema: SyncSchema

  /// The row as it is shown; nil for a row that is not.
  func row(_ identity: SyncIdentity) -> VisibleRow? {
    guard let row = shown(identity), let entity = schema.entities[row.entity] else { return nil }
    let parts = absorbed(by: identity).compactMap { rows[$0] }
    var values = RowValues(minimumCapacity: entity.properties.count)
    var place = 0
    for property in entity.propertyOrder {
      guard let value = row.value(ofProperty: property, from: &place) else { continue }
      values.append(property, property == entity.parent ? parent(of: identity) : resolved(value))
    }
    var members: [String: [VisibleRow.Member]] = [:]
    if !entity.relationships.isEmpty {
      for relationship in entity.relationships { members[relationship] = self.members(relationship, of: [row] + parts) }
    }
    return VisibleRow(row: identity, entity: row.entity, values: values, members: members)
  }

  /// The row that is shown for a row: itself, or the one that it is a part of; nil if none is.
  func standIn(for identity: SyncIdentity) -> SyncIdentity? {
    var identity = identity
    // Each step leads to a smaller identity.
    while let row = rows[identity], let existence = row.existence {
      switch existence {
      case .merged(let other) where other < identity: identity = other
      case .merged, .deleted: return nil
      case .inserted, .restored:
        guard schema.entities[row.entity] != nil else { return nil }
        guard let first = standings.firstRival(of: identity, row, schema), first < identity else { return identity }
        identity = first
      }
    }
    return nil
  }

  /// The rows that became part of a shown row, by a write or because they claim its unique value.
  func absorbed(by identity: SyncIdentity) -> [SyncIdentity] {
    if isAlone(identity) { return [] }
    return family(of: identity).filter { $0 != identity && standIn(for: $0) == identity }.sorted()
  }

  /// Whether no other row claims the unique value of a row or became part of it: it is a family of its own.
  func isAlone(_ identity: SyncIdentity) -> Bool {
    standings.isAlone(identity) || rows[identity] == nil
  }

  /// A row, and those that claim its unique value or were merged into one of them.
  func family(of identity: SyncIdentity) -> Set<SyncIdentity> {
    guard let row = rows[identity] else { return [identity] }
    var family: Set<SyncIdentity> = standings.rivals(of: row, schema).union([identity])
    var pending = Array(family)
    while let next = pending.popLast() {
      for part in standings.merged(into: next) where family.insert(part).inserted { pending.append(part) }
    }
    return family
  }

  /// The row, if it is shown by itself.
  private func shown(_ identity: SyncIdentity) -> Row? {
    guard let row = rows[identity], row.existence?.isPresent == true, standIn(for: identity) == identity else {
      return nil
    }
    return row
  }

  private func resolved(_ value: SyncValue) -> SyncValue {
    guard case .identity(let target) = value else { return value }
    return standIn(for: target).map(SyncValue.identity) ?? .null
  }

  private func members(_ relationship: String, of rows: [Row]) -> [VisibleRow.Member] {
    var keys: [SyncIdentity: String] = [:]
    func note(_ register: RegisterKey, _ value: SyncValue) {
      guard case .member(relationship, let target) = register, case .text(let key) = value,
        let target = standIn(for: target)
      else { return }
      // Two members that became one have the first place of both.
      keys[target] = keys[target].map { min($0, key) } ?? key
    }
    for row in rows {
      for (key, value) in row.values { note(key, value) }
      for (key, register) in row.exceptions { note(key, register.winner.value) }
    }
    if keys.isEmpty { return [] }
    return keys.map { VisibleRow.Member(row: $0.key, key: $0.value) }
      .sorted { ($0.key, $0.row) < ($1.key, $1.row) }
  }
}

// MARK: - Trees

// Two machines that each move one row below the other make a cycle that neither has seen. It is cut at the edge that was
// written last, which every replica finds alike. Each row has one parent at most, so it is on one cycle at most.
extension StateView {
  /// The cycle that a row is on, from the row upwards; empty if it is on none.
  func cycle(through identity: SyncIdentity) -> [SyncIdentity] {
    guard writtenParent(of: identity) != nil else { return [] }
    var path = [identity]
    var passed: Set<SyncIdentity> = [identity]
    while let above = writtenParent(of: path[path.count - 1]) {
      if above == identity { return path }
      guard passed.insert(above).inserted else { return [] }
      path.append(above)
    }
    return []
  }

  /// Whether the row is shown without its parent, because that would make a cycle.
  func isCut(_ identity: SyncIdentity) -> Bool {
    let cycle = cycle(through: identity)
    let last = cycle.max { (moved($0), $0) < (moved($1), $1) }
    return last == identity
  }

  private func parent(of identity: SyncIdentity) -> SyncValue {
    guard let parent = writtenParent(of: identity), !isCut(identity) else { return .null }
    return .identity(parent)
  }

  private func writtenParent(of identity: SyncIdentity) -> SyncIdentity? {
    // Most rows have none, which is found out before whether they are shown.
    guard let row = rows[identity], let property = schema.entities[row.entity]?.parent,
      case .identity(let parent)? = row.winner(.property(property))?.value, shown(identity) != nil
    else { return nil }
    return standIn(for: parent)
  }

  private func moved(_ identity: SyncIdentity) -> Stamp {
    let none = Stamp(clock: 0, replica: Replica(0))
    guard let row = rows[identity], let property = schema.entities[row.entity]?.parent else { return none }
    return row.winner(.property(property))?.stamp ?? none
  }
}
