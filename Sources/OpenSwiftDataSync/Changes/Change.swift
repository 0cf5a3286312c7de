/// The part of a row that is written and merged as one: a register.
public enum RegisterKey: Hashable, Sendable {
  /// Whether the row exists; see `Existence`.
  case existence
  /// A property, or a to-one relationship, whose value is an identity or null.
  case property(String)
  /// A member of a to-many relationship: its order key as text, or null for a removed one; see `OrderKey`.
  case member(String, SyncIdentity)
  /// A part of a kind that a later version writes, kept as it came: merged like the others, and shown after the upgrade.
  case unknown(kind: UInt64, key: [UInt8])
}

extension RegisterKey {
  /// Whether a key is before another one in the order of an insertion: existence, properties and members by their names.
  func precedes(_ other: RegisterKey) -> Bool {
    switch (self, other) {
    case (.existence, .property), (.existence, .member), (.property, .member): true
    case (.property(let name), .property(let other)): name < other
    case (.member(let name, let member), .member(let other, let otherMember)):
      name == other ? member < otherMember : name < other
    default: false
    }
  }
}

/// What the register of a row's existence says.
public enum Existence: Hashable, Sendable {
  /// The row was inserted: what its writer knew of it before is void, the values follow.
  case inserted
  /// The row exists, with the values that it had: a deletion was undone.
  case restored
  /// The row was deleted.
  case deleted
  /// The row became part of another one, which references follow; its identity is the smaller one.
  case merged(SyncIdentity)

  /// The value in the register.
  public var value: SyncValue {
    switch self {
    case .inserted: .integer(1)
    case .restored: .integer(2)
    case .deleted: .null
    case .merged(let other): .identity(other)
    }
  }

  /// Reads the value of the register; what no version wrote counts as a restored row, so that nothing is hidden by it.
  public init(_ value: SyncValue) {
    self =
      switch value {
      case .integer(1): .inserted
      case .null: .deleted
      case .identity(let other): .merged(other)
      default: .restored
      }
  }

  /// Whether the row can be seen.
  public var isPresent: Bool {
    switch self {
    case .inserted, .restored: true
    case .deleted, .merged: false
    }
  }
}

/// A write of one register.
public struct Change: Hashable, Sendable {
  /// The row.
  public var row: SyncIdentity
  /// The name of the row's entity: the same in all changes of the row.
  public var entity: String
  /// The register.
  public var key: RegisterKey
  /// What it holds now.
  public var value: SyncValue
  /// When and where it was written.
  public var stamp: Stamp
  /// Values that lost before and stay kept as conflicts, though the writer knew of them: nobody has decided about them.
  ///
  /// On a write of a row's existence, values of all its registers.
  public var keeping: [Stamp]
  /// Whether a rule wrote it and not a person, for instance the defaults of a new tag or of the next occurrence: it
  /// yields to what a person wrote without knowing of it, and yielding is no conflict.
  public var isDerived: Bool

  /// A write of a register.
  public init(
    row: SyncIdentity, entity: String, key: RegisterKey, value: SyncValue, stamp: Stamp, keeping: [Stamp] = [],
    isDerived: Bool = false
  ) {
    self.row = row
    self.entity = entity
    self.key = key
    self.value = value
    self.stamp = stamp
    self.keeping = keeping
    self.isDerived = isDerived
  }
}

extension Change {
  /// The rows that the change leads to.
  var targets: [SyncIdentity] {
    var targets: [SyncIdentity] = []
    if case .member(_, let member) = key { targets.append(member) }
    if case .identity(let target) = value { targets.append(target) }
    return targets
  }
}
