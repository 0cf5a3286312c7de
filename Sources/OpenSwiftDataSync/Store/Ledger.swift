import OpenSwiftData

/// What the engine knows of each row beside its values: identity, registers, and where the row is in the store.
///
/// It is read row by row, as far as a merge needs it, within one transaction, and keeps what it has read.
final class Ledger {
  /// A row of the ledger.
  struct Entry {
    /// Its number; nil for one that is not written yet.
    var number: Int64?
    /// The row in the store; for a deleted one, where it was.
    var key: Int64?
    /// Whether the store has the row.
    var isShown: Bool
    /// What the store has of it: attributes, and references by their identities.
    var shown: RowValues
    /// The registers.
    var row: Row
    /// What is written of it; nil for one that is not written yet.
    var written: Written?
  }

  /// A row of the ledger as it is written.
  struct Written: Equatable {
    let entity: Int64
    let key: Int64?
    let isShown: Bool
    let conflicts: Int64
    let hasForeignParts: Bool
    var registers: [UInt8]
  }

  let schema: StoreSchema
  let place: SpacePlace
  /// Which rows are in the space.
  var membership: Membership
  private let transaction: ReplicationTransaction
  private let prefix: String
  private let names: LedgerNames
  private let codec: LedgerCodec
  private let statements: LedgerStatements
  private var entries: [SyncIdentity: Entry] = [:]
  private var absent: Set<SyncIdentity> = []
  /// The rows that are known to be at keys of the store, by entity.
  private var identities: [String: [Int64: SyncIdentity]] = [:]

  init(
    _ transaction: ReplicationTransaction, _ schema: StoreSchema, _ membership: Membership? = nil,
    at place: SpacePlace = .own
  ) throws {
    self.transaction = transaction
    self.schema = schema
    self.place = place
    self.membership = try membership ?? Membership(transaction, nil, at: place)
    prefix = place.prefix
    names = try LedgerNames(transaction, at: place)
    codec = LedgerCodec(names, schema.renamings)
    statements = try LedgerStatements(transaction, at: place)
  }

  /// What is known of a row that was loaded; nil for one that the ledger does not have.
  subscript(_ identity: SyncIdentity) -> Entry? { entries[identity] }

  /// Whether the ledger has a row since an earlier transaction.
  func isWritten(_ identity: SyncIdentity) -> Bool { entries[identity]?.number != nil }

  // MARK: - Looking up

  /// The identities of rows of the store, deleted ones included; those that the ledger does not have are left out.
  func identities(of keys: [Int64], _ entity: String) throws -> [Int64: SyncIdentity] {
    var found = [Int64: SyncIdentity](minimumCapacity: keys.count)
    var unknown: [Int64] = []
    let known = identities[entity] ?? [:]
    for key in keys {
      if let identity = known[key] { found[key] = identity } else { unknown.append(key) }
    }
    guard !unknown.isEmpty else { return found }
    let number = Int64(try names.number(of: entity))
    for key in unknown {
      let candidates = try statements.identities(of: key, number)
      // It may have been released since.
      guard let identity = candidates.first, entries[identity].map({ $0.key == key }) ?? true else { continue }
      identities[entity, default: [:]][key] = identity
      found[key] = identity
    }
    return found
  }

  /// The identities of rows of the store that are in this space.
  func shownIdentities(of keys: [Int64], _ entity: String) throws -> [Int64: SyncIdentity] {
    let found = try identities(of: keys, entity)
    if membership.isTrivial { return found }
    let unread = found.values.filter { entries[$0] == nil }
    var hidden = Set(found.values.filter { entries[$0]?.isShown == false })
    for identity in unread {
      if try statements.row(identity)?.isShown == false { hidden.insert(identity) }
    }
    return found.filter { !hidden.contains($0.value) }
  }

  /// The keys of a range that rows have which the ledger takes for shown.
  func shownKeys(in range: ClosedRange<Int64>, _ entity: String) throws -> [Int64] {
    try transaction.rows(
      "SELECT key FROM \(prefix)_row WHERE entity = ? AND key >= ? AND key <= ? AND shown",
      [.integer(Int64(try names.number(of: entity))), .integer(range.lowerBound), .integer(range.upperBound)]
    ) { $0.integer(0) }
  }

  /// The rows that lead to a row otherwise than the store shows.
  ///
  /// - Parameter joining: whether only those that became part of it.
  func links(to target: SyncIdentity, joining: Bool) throws -> [SyncIdentity] {
    try statements.links(to: target, joining: joining)
  }

  /// The rows that the store shows with a reference, or as owners of a pair, to a row.
  func referrers(to identity: SyncIdentity, requiring: Bool = false) throws -> Set<SyncIdentity> {
    guard let entry = entries[identity], entry.isShown, let key = entry.key else { return [] }
    var referrers: Set<SyncIdentity> = []
    for (entity, name, isPair) in schema.references(to: entry.row.entity) {
      if requiring, isPair || schema.entities[entity]?.isRequired(name) == false { continue }
      let keys =
        isPair
        ? try transaction.owners(of: key, entity, name) : try transaction.referrers(to: key, entity, name)
      referrers.formUnion(try identities(of: keys, entity).values)
    }
    return referrers
  }

  /// The rows that claim a unique value, shown or not.
  func claimants(_ value: SyncValue, _ entity: ReplicatedEntity) throws -> [SyncIdentity] {
    guard let attribute = entity.uniqueAttribute else { return [] }
    var found = try statements.claimants(of: Self.bytes(of: value), Int64(names.number(of: entity.name)))
    if let stored = SQLiteValue(value), let key = try transaction.key(with: stored, of: attribute, entity.name) {
      found += try identities(of: [key], entity.name).values
    }
    return found
  }

  private static func bytes(of value: SyncValue) -> [UInt8] {
    var writer = ByteWriter()
    writer.value(value)
    return writer.bytes
  }

  // MARK: - Loading

  /// Reads rows that have not been read yet.
  func load(_ wanted: some Sequence<SyncIdentity>) throws {
    var read: [Int64: [(SyncIdentity, LedgerStatements.Found)]] = [:]
    for identity in wanted where entries[identity] == nil && !absent.contains(identity) {
      if let found = try statements.row(identity) {
        read[found.entity, default: []].append((identity, found))
      } else {
        absent.insert(identity)
      }
    }
    for (entity, rows) in read { try load(rows, names.name(Int(entity))) }
  }

  private func load(_ rows: [(SyncIdentity, LedgerStatements.Found)], _ entity: String) throws {
    let values = try drainedValues(of: rows.compactMap { $0.1.isShown ? $0.1.key : nil }, entity)
    for (identity, found) in rows {
      let shown = found.key.flatMap { found.isShown ? values[$0] : nil } ?? [:]
      entries[identity] = Entry(
        number: found.number, key: found.key, isShown: found.isShown, shown: shown,
        row: try codec.row(found.registers, entity: entity, shown: shown),
        written: Written(
          entity: found.entity, key: found.key, isShown: found.isShown, conflicts: found.conflicts,
          hasForeignParts: found.hasForeignParts, registers: found.registers))
      if let key = found.key { identities[entity, default: [:]][key] = identity }
    }
  }

  /// What the store had of rows when it was drained last; in the own space as far as that decides about other rows.
  ///
  /// Other values may be later ones there: they are drained, and no other row depends on them.
  private func drainedValues(of keys: [Int64], _ entity: String) throws -> [Int64: RowValues] {
    var values = try shownValues(of: keys, entity)
    guard let known = schema.entities[entity], !keys.isEmpty else { return values }
    for (key, former) in try RowImages(transaction, at: place).formerValues(of: keys, entity) {
      let former = try syncValues(former, known)
      let decisive = place.isShared ? known.properties : [known.uniqueAttribute, known.parent].compactMap(\.self)
      for name in decisive { if let value = former[name] { values[key]?[name] = value } }
    }
    return values
  }

  /// What the store has of rows; of those that it has no more, what it had.
  func shownValues(of keys: [Int64], _ entity: String) throws -> [Int64: RowValues] {
    // The ledger goes on naming an entity that the schema does not have any more.
    guard let known = schema.entities[entity], !keys.isEmpty else { return [:] }
    var values = try transaction.values(of: keys, entity)
    let gone = keys.filter { values[$0] == nil }
    if !gone.isEmpty {
      values.merge(try RowImages(transaction, at: place).deletedValues(of: gone, entity)) { present, _ in present }
    }
    return try values.mapValues { try syncValues($0, known) }
  }

  func syncValues(_ values: ReplicatedValues, _ entity: ReplicatedEntity) throws -> RowValues {
    var shown = RowValues(minimumCapacity: entity.attributes.count + entity.references.count)
    var place = 0
    for name in entity.attributes {
      if let value = values.value(of: name, from: &place) { shown.append(name, SyncValue(value)) }
    }
    for reference in entity.references {
      guard let value = values[reference.name] else { continue }
      if case .integer(let key) = value {
        shown.append(
          reference.name, try identities(of: [key], reference.target)[key].map { .identity($0) } ?? .null)
      } else {
        shown.append(reference.name, .null)
      }
    }
    return shown
  }

  // MARK: - Writing

  /// Notes a row that is not in the ledger yet.
  func add(_ identity: SyncIdentity, _ entity: String, key: Int64, shown: RowValues) {
    entries[identity] = Entry(number: nil, key: key, isShown: true, shown: shown, row: Row(entity: entity))
    absent.remove(identity)
    identities[entity, default: [:]][key] = identity
  }

  /// Notes where a row is in the store now, and what the store has of it.
  func move(_ identity: SyncIdentity, _ entity: String, key: Int64?, isShown: Bool, shown: RowValues) {
    var entry = entries[identity] ?? Entry(number: nil, key: nil, isShown: false, shown: [:], row: Row(entity: entity))
    entry.key = key ?? entry.key
    (entry.isShown, entry.shown) = (isShown, shown)
    entries[identity] = entry
    absent.remove(identity)
    if let key { identities[entity, default: [:]][key] = identity }
  }

  /// Notes that the row in the store is another one now, without having been deleted.
  func release(_ identity: SyncIdentity) {
    guard var entry = entries[identity] else { return }
    if let key = entry.key { identities[entry.row.entity]?[key] = nil }
    (entry.key, entry.isShown, entry.shown) = (nil, false, [:])
    entries[identity] = entry
  }

  /// Writes the registers of a row; nil removes it.
  ///
  /// - Parameters:
  ///   - members: the members that the store shows.
  ///   - conflicts: how many values are kept that nobody has decided about.
  func save(_ row: Row?, _ identity: SyncIdentity, members: Set<SyncIdentity>, conflicts: Int) throws {
    // A row that is shown before batches that it depends on have come has no registers yet.
    let provisional = entries[identity].flatMap { $0.isShown ? Row(entity: $0.row.entity) : nil }
    guard let row = row ?? provisional else {
      if let number = entries[identity]?.number { try remove(number) }
      entries[identity] = nil
      absent.insert(identity)
      return
    }
    var entry = entries[identity] ?? Entry(number: nil, key: nil, isShown: false, shown: [:], row: row)
    entry.row = row
    let (registers, isPlain) = try codec.bytes(
      of: row, shown: entry.shown, shape: entry.isShown ? schema.properties(row.entity) : [])
    let written = Written(
      entity: Int64(try names.number(of: row.entity)), key: entry.key, isShown: entry.isShown,
      conflicts: Int64(conflicts), hasForeignParts: !isPlain && hasForeignParts(row), registers: registers)
    if let number = entry.number {
      // What a merge only looked at stays as it is.
      if entry.written != written { try statements.update(number, from: entry.written, to: written) }
      try statements.removeIndexes(of: number)
    } else {
      entry.number = try statements.insert(identity, written)
    }
    entry.written = written
    entries[identity] = entry
    if !absent.isEmpty { absent.remove(identity) }
    try writeIndexes(entry, written.entity, members)
  }

  /// Notes what the store has now of a shown row that another space has written; its registers stay as they are.
  func noteWritten(_ identity: SyncIdentity) throws {
    guard let entry = entries[identity], entry.isShown else { return }
    let entity = entry.row.entity
    guard let key = entry.key, let shown = try shownValues(of: [key], entity)[key] else { return }
    move(identity, entity, key: key, isShown: true, shown: shown)
    var members: Set<SyncIdentity> = []
    for pair in schema.entities[entity]?.pairs ?? [] {
      let keys = try transaction.members(of: [key], entity, pair.name)[key] ?? []
      members.formUnion(try shownIdentities(of: keys, pair.target).values)
    }
    try save(entry.row, identity, members: members, conflicts: Int(entry.written?.conflicts ?? 0))
  }

  // MARK: - Rows that nobody knows

  /// Where a row is that the store shows, read no further than that; nil for any other row.
  func shownKey(of identity: SyncIdentity, _ entity: String) throws -> Int64? {
    if let entry = entries[identity] { return entry.isShown && entry.row.entity == entity ? entry.key : nil }
    guard !absent.contains(identity), let found = try statements.row(identity), found.isShown,
      found.entity == Int64(try names.number(of: entity))
    else { return nil }
    return found.key
  }

  /// Whether nothing is known of a row: neither the row itself, nor another one that leads to it.
  func isUnknown(_ identity: SyncIdentity) throws -> Bool {
    guard entries[identity] == nil else { return false }
    return try !statements.hasRow(identity) && statements.links(to: identity, joining: false).isEmpty
  }

  /// Whether a row that the store does not show claims a unique value.
  func isClaimed(_ value: SyncValue, _ entity: String) throws -> Bool {
    guard statements.hasClaims else { return false }
    return try !statements.claimants(of: Self.bytes(of: value), Int64(names.number(of: entity))).isEmpty
  }

  /// Writes a row that nobody knew and the store shows as it is; it is read like any other if it is needed again.
  ///
  /// - Parameter registers: by `registers(ofInserted:members:_:)` or `registers(of:shown:)`.
  func write(new identity: SyncIdentity, _ entity: String, key: Int64, _ registers: [UInt8]) throws {
    _ = try statements.insert(
      identity,
      Written(
        entity: Int64(try names.number(of: entity)), key: key, isShown: true, conflicts: 0, hasForeignParts: false,
        registers: registers))
    if !absent.isEmpty { absent.remove(identity) }
  }

  /// The registers of a row that was inserted with all its properties and members, which the store shows.
  func registers(ofInserted mark: Row.Mark, members: ArraySlice<Change>, _ entity: String) throws -> [UInt8] {
    try codec.bytes(ofInserted: mark, members: members, shape: schema.properties(entity))
  }

  /// The registers of a row, beside what the store shows of it.
  func registers(of row: Row, shown: RowValues) throws -> [UInt8] {
    try codec.bytes(of: row, shown: shown, shape: schema.properties(row.entity)).bytes
  }

  /// Whether a row has parts that this schema can't show, and a later one may.
  private func hasForeignParts(_ row: Row) -> Bool {
    guard let entity = schema.rules.entities[row.entity] else { return true }
    func isForeign(_ key: RegisterKey) -> Bool {
      switch key {
      case .existence: false
      case .property(let name): !entity.properties.contains(name)
      case .member(let name, _): !entity.relationships.contains(name)
      case .unknown: true
      }
    }
    return row.values.contains { isForeign($0.key) } || row.exceptions.contains { isForeign($0.key) }
  }

  /// The rows with parts that the schema could not show when they were written.
  func rowsWithForeignParts() throws -> [SyncIdentity] {
    try transaction.rows("SELECT identity FROM \(prefix)_row WHERE foreign_parts > 0") {
      SyncIdentity(bytes: $0[0].bytes)
    }.compactMap(\.self)
  }

  /// All rows.
  func allRows() throws -> [SyncIdentity] {
    try transaction.rows("SELECT identity FROM \(prefix)_row ORDER BY id") { SyncIdentity(bytes: $0[0].bytes) }
      .compactMap(\.self)
  }

  /// The rows that the store does not show: only of these something may be forgotten.
  func hiddenRows() throws -> [SyncIdentity] {
    try transaction.rows("SELECT identity FROM \(prefix)_row WHERE NOT shown") { SyncIdentity(bytes: $0[0].bytes) }
      .compactMap(\.self)
  }

  /// The rows of an entity, also of one that the schema does not have.
  func rows(of entity: String) throws -> [SyncIdentity] {
    try transaction.rows(
      "SELECT identity FROM \(prefix)_row WHERE entity = ? ORDER BY id",
      [.integer(Int64(try names.number(of: entity)))]
    ) { SyncIdentity(bytes: $0[0].bytes) }.compactMap(\.self)
  }

  private func remove(_ number: Int64) throws {
    try statements.removeIndexes(of: number)
    try transaction.run("DELETE FROM \(prefix)_row WHERE id = ?", [.integer(number)])
  }

  private func writeIndexes(_ entry: Entry, _ entity: Int64, _ members: Set<SyncIdentity>) throws {
    guard let number = entry.number else { return }
    for (target, joins) in entry.row.hiddenTargets(shown: entry.isShown ? entry.shown : [:], members: members) {
      try statements.addLink(from: number, to: target, joins: joins)
    }
    guard !entry.isShown, entry.row.existence?.isPresent == true,
      let rules = schema.rules.entities[entry.row.entity], let unique = rules.uniqueProperty,
      let value = entry.row.winner(.property(unique)).flatMap({ rules.folded($0.value) })
    else { return }
    try statements.addClaim(of: number, Self.bytes(of: value), entity)
  }
}

extension Row {
  /// The rows that the registers lead to and the store does not show so, with whether this row became part of them.
  fileprivate func hiddenTargets(
    shown: RowValues, members: Set<SyncIdentity>
  ) -> [SyncIdentity: Bool] {
    var targets: [SyncIdentity: Bool] = [:]
    func note(_ key: RegisterKey, _ value: SyncValue) {
      switch (key, value) {
      case (.existence, .identity(let target)): targets[target] = true
      case (.property(let name), .identity(let target)) where shown[name] != value:
        targets[target] = targets[target] ?? false
      case (.member(_, let target), .text) where !members.contains(target): targets[target] = targets[target] ?? false
      default: break
      }
    }
    for (key, value) in values { note(key, value) }
    for (key, register) in exceptions { for leaf in register.leaves { note(key, leaf.value) } }
    return targets
  }
}

// MARK: - Values

extension SyncValue {
  init(_ value: SQLiteValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let data): .blob(Array(data))
      }
  }
}

extension SQLiteValue {
  /// An attribute's value; nil for what no attribute can have.
  init?(_ value: SyncValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes: bytes)
    case .identity, .opaque: return nil
    }
  }
}
