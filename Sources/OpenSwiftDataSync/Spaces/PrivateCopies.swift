import Foundation
import OpenSwiftData

/// Copies of rows that a shared space takes back, as they were here: a store without a space of its own has nowhere else
/// to keep what was written into them meanwhile.
///
/// Rows are noted before the merge writes into them, and copied once all are where they belong.
struct PrivateCopies {
  /// A row that becomes one of the space, as it was.
  private struct FormerRow {
    let values: ReplicatedValues
    /// Whether it has something that the space does not know.
    let isPrivate: Bool
    /// The keys of its members, by the relationship.
    var members: [String: [Int64]] = [:]
    /// The rows that had it as a member.
    var owners: [(entity: String, relationship: String, keys: [Int64])] = []
  }

  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let departed: DepartedRows
  private let configuration: SyncConfiguration
  private var rows: [String: [Int64: FormerRow]] = [:]
  private var copies: [String: [Int64: Int64]] = [:]

  private var membership: Membership { ledger.membership }

  /// - Returns: nil where the store has a space of its own, which keeps such values as conflicts.
  init?(
    _ transaction: ReplicationTransaction, _ ledger: Ledger, _ departed: DepartedRows?,
    _ configuration: SyncConfiguration
  ) throws {
    guard let departed, try !SyncTables(transaction).isSetUp else { return nil }
    self.transaction = transaction
    self.ledger = ledger
    self.departed = departed
    self.configuration = configuration
  }

  /// Notes a row of the store that becomes one of the space.
  ///
  /// - Parameters:
  ///   - row: the row as the space has it now.
  ///   - known: the digest of what the space had of it when it left; nil if it never did, or that is not known.
  mutating func note(
    _ key: Int64, becoming row: VisibleRow, known: [UInt8]?, _ entity: ReplicatedEntity
  ) throws {
    guard membership.canMove(entity.name), let values = try transaction.values(of: [key], entity.name)[key] else {
      return
    }
    let present = try departed.digest(of: key, values, entity)
    let isPrivate = present != known && present != departed.digest(of: row, else: values, entity)
    var former = FormerRow(values: values, isPrivate: isPrivate)
    if isPrivate {
      for pair in entity.pairs {
        former.members[pair.name] = try transaction.members(of: [key], entity.name, pair.name)[key] ?? []
      }
      for (owner, name, isPair) in ledger.schema.references(to: entity.name) where isPair {
        former.owners.append((owner, name, try transaction.owners(of: key, owner, name)))
      }
    }
    rows[entity.name, default: [:]][key] = former
  }

  // MARK: - Copying

  /// Copies the rows that have something private.
  mutating func insert() throws {
    for (name, rows) in rows.sorted(by: { $0.key < $1.key }) {
      guard let entity = ledger.schema.entities[name] else { continue }
      for key in rows.keys.sorted() {
        for key in above(key, entity).reversed() { try copy(key, entity) }
      }
    }
    for (name, copies) in copies.sorted(by: { $0.key < $1.key }) {
      guard let entity = ledger.schema.entities[name] else { continue }
      for (key, copy) in copies.sorted(by: { $0.key < $1.key }) {
        try connect(copy, of: key, entity)
        try takeAlong(below: key, to: copy, entity)
      }
    }
  }

  /// A row and those above it, as far as they are still to be copied.
  private func above(_ key: Int64, _ entity: ReplicatedEntity) -> [Int64] {
    var (path, next): ([Int64], Int64?) = ([], key)
    var visited: Set<Int64> = []
    while let key = next, rows[entity.name]?[key]?.isPrivate == true, copies[entity.name]?[key] == nil,
      visited.insert(key).inserted
    {
      path.append(key)
      next = parent(of: key, entity)
    }
    return path
  }

  private mutating func copy(_ key: Int64, _ entity: ReplicatedEntity) throws {
    guard let former = rows[entity.name]?[key], let unique = entity.uniqueAttribute, let old = former.values[unique]
    else { return }
    let new = Self.newValue(insteadOf: old, configuration.newIdentity())
    let belonging = membership.belonging(entity.name)
    let parent = try privateParent(of: key, entity)
    var root = former.values[belonging?.reference ?? ""]?.key
    // What was above it is one of the space's rows now; where that was, it stays.
    if root == nil, parent == nil { root = try formerOwner(of: key, entity) }
    if let shared = root, membership.isShared(shared) { root = nil }
    copies[entity.name, default: [:]][key] = try transaction.insert(entity.name) { name in
      switch name {
      case unique: new
      case belonging?.reference: root.map(SQLiteValue.integer) ?? .null
      case belonging?.parent: parent.map(SQLiteValue.integer) ?? .null
      default: former.values[name]
      }
    }
  }

  /// The row that a copy is below: what the row was below, or the copy of that; nil if that is in the space, and would take
  /// it along.
  private func privateParent(of key: Int64, _ entity: ReplicatedEntity) throws -> Int64? {
    guard let parent = parent(of: key, entity) else { return nil }
    if let copy = copies[entity.name]?[parent] { return copy }
    return try ledger.shownIdentities(of: [parent], entity.name)[parent] == nil ? parent : nil
  }

  /// What a row was below.
  private func parent(of key: Int64, _ entity: ReplicatedEntity) -> Int64? {
    membership.belonging(entity.name)?.parent.flatMap { rows[entity.name]?[key]?.values[$0]?.key }
  }

  /// The row that decided where a row was.
  private func formerOwner(of key: Int64, _ entity: ReplicatedEntity) throws -> Int64? {
    guard let reference = membership.belonging(entity.name)?.reference else { return nil }
    var (next, visited): (Int64?, Set<Int64>) = (key, [])
    while let key = next, visited.insert(key).inserted {
      guard let former = rows[entity.name]?[key] else { return try membership.owner(of: key, entity.name) }
      if let owner = former.values[reference]?.key { return owner }
      next = parent(of: key, entity)
    }
    return nil
  }

  /// Has a copy the members that the row had, and makes it a member of what the row was a member of; where these were
  /// copied, it is the copies that have one another.
  private func connect(_ copy: Int64, of key: Int64, _ entity: ReplicatedEntity) throws {
    guard let former = rows[entity.name]?[key] else { return }
    for pair in entity.pairs {
      let members = former.members[pair.name]?.map { copies[pair.target]?[$0] ?? $0 } ?? []
      try transaction.setMembers(Set(members), of: copy, entity.name, pair.name)
    }
    for (owner, relationship, keys) in former.owners {
      for key in keys where copies[owner]?[key] == nil {
        guard try transaction.hasRow(key, owner) else { continue }
        let members = try transaction.members(of: [key], owner, relationship)[key] ?? []
        try transaction.setMembers(Set(members).union([copy]), of: key, owner, relationship)
      }
    }
  }

  /// Hangs on a copy what is below the row and not in the space.
  private func takeAlong(below key: Int64, to copy: Int64, _ entity: ReplicatedEntity) throws {
    guard let parent = membership.belonging(entity.name)?.parent else { return }
    let below = try transaction.referrers(to: key, entity.name, parent)
    let here = try ledger.shownIdentities(of: below, entity.name)
    for child in below where here[child] == nil {
      try transaction.update(child, entity.name) { $0 == parent ? .integer(copy) : nil }
    }
  }

  /// Another unique value, in the form of the one that the row has.
  private static func newValue(insteadOf old: SQLiteValue, _ identity: SyncIdentity) -> SQLiteValue {
    switch old {
    case .blob: .blob(bytes: identity.bytes)
    case .integer: .integer(Int64(bitPattern: identity.low >> 2))
    case .real: .real(Double(identity.low >> 12))
    // Attributes of the type `UUID` are written in upper case, and found so.
    case .text(let text) where UUID(uuidString: text)?.uuidString == text: .text("\(identity)".uppercased())
    case .text, .null: .text("\(identity)")
    }
  }
}

extension SQLiteValue {
  /// The key that a reference has.
  fileprivate var key: Int64? { if case .integer(let key) = self { key } else { nil } }
}
