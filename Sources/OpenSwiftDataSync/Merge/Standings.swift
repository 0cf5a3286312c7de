/// Which rows claim which unique value, and which became part of others: an index over rows, kept up to date.
struct Standings: Sendable {
  private struct Claim: Hashable {
    let entity: String
    let value: SyncValue
  }

  /// Who claims a value: mostly one row, for which there need be no set.
  private struct Claimants {
    var first: SyncIdentity
    var others: Set<SyncIdentity> = []

    var all: Set<SyncIdentity> { others.union([first]) }
  }

  private var claims: [Claim: Claimants] = [:]
  private var merged: [SyncIdentity: Set<SyncIdentity>] = [:]
  /// The rows that share their unique value with another one: few or none.
  private var contested: Set<SyncIdentity> = []

  init() {}

  /// The index over all rows.
  ///
  /// - Complexity: O(rows).
  init(_ rows: [SyncIdentity: Row], _ schema: SyncSchema) {
    for (identity, row) in rows { add(identity, row, schema) }
  }

  mutating func add(_ identity: SyncIdentity, _ row: Row, _ schema: SyncSchema) {
    if let claim = Self.claim(of: row, schema) {
      let first = claims[claim]?.first
      if first == nil {
        claims[claim] = Claimants(first: identity)
      } else if let first, first != identity {
        claims[claim]?.others.insert(identity)
        contested.formUnion([first, identity])
      }
    }
    if case .merged(let other)? = row.existence { merged[other, default: []].insert(identity) }
  }

  mutating func remove(_ identity: SyncIdentity, _ row: Row, _ schema: SyncSchema) {
    if let claim = Self.claim(of: row, schema) {
      removeClaim(identity, claim)
      if !contested.isEmpty {
        contested.remove(identity)
        if let rest = claims[claim], rest.others.isEmpty { contested.remove(rest.first) }
      }
    }
    if case .merged(let other)? = row.existence { merged[other]?.remove(identity) }
  }

  private mutating func removeClaim(_ identity: SyncIdentity, _ claim: Claim) {
    guard var claimants = claims[claim] else { return }
    if claimants.first != identity {
      claimants.others.remove(identity)
    } else if let next = claimants.others.popFirst() {
      claimants.first = next
    } else {
      claims[claim] = nil
      return
    }
    claims[claim] = claimants
  }

  /// The rows that claim the same unique value as a row, itself included; empty for rows without one.
  func rivals(of row: Row, _ schema: SyncSchema) -> Set<SyncIdentity> {
    Self.claim(of: row, schema).flatMap { claims[$0]?.all } ?? []
  }

  /// The smallest identity of the rows that claim the same unique value as a row; nil if it is the only one.
  func firstRival(of identity: SyncIdentity, _ row: Row, _ schema: SyncSchema) -> SyncIdentity? {
    contested.isEmpty || !contested.contains(identity) ? nil : rivals(of: row, schema).min()
  }

  /// Whether a row shares its unique value with no other one, and none became part of it.
  func isAlone(_ identity: SyncIdentity) -> Bool {
    (contested.isEmpty || !contested.contains(identity)) && (merged.isEmpty || merged[identity]?.isEmpty != false)
  }

  /// The rows that became part of a row, by a write.
  func merged(into identity: SyncIdentity) -> Set<SyncIdentity> { merged[identity] ?? [] }

  private static func claim(of row: Row, _ schema: SyncSchema) -> Claim? {
    guard let entity = schema.entities[row.entity], let property = entity.uniqueProperty,
      row.existence?.isPresent == true, let value = row.winner(.property(property))?.value
    else { return nil }
    return entity.folded(value).map { Claim(entity: row.entity, value: $0) }
  }
}
