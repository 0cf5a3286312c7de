import OpenSwiftData

/// Values of a row as the store has them, by the names of their properties.
typealias StoredValues = RowDictionary<String, SQLiteValue>

/// Makes a store show rows as a state has them.
struct StoreDisplay {
  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let state: SyncState
  private let view: StateView
  private var known: [SyncIdentity: VisibleRow?] = [:]
  /// References to rows that are inserted later.
  private var late: [(row: VisibleRow, name: String, target: SyncIdentity)] = []
  private var changed: Set<SyncIdentity> = []
  /// The rows that are to be shown, if they are not yet.
  private var wanted: Set<SyncIdentity> = []
  /// Rows that the store has only now: they have no members yet.
  private var inserted: Set<SyncIdentity> = []
  /// Rows whose unique values were taken away for the time being.
  private var vacated: Set<SyncIdentity> = []
  /// Rows of which the store has what it was given, as is noted already.
  private var noted: Set<SyncIdentity> = []
  /// Rows that the store had already.
  private var found: Set<SyncIdentity> = []
  /// The rows that were another space's, by entity and key.
  private(set) var taken: [String: [Int64: TakenRow]] = [:]
  /// Members that rows keep which were another space's.
  private var keptMembers: [SyncIdentity: [String: Set<Int64>]] = [:]
  /// The keys of the rows that such rows belonged to, where a row is shared.
  private var formerRoots: Set<Int64> = []
  /// The shared row, if it took the unique value of another one.
  private(set) var renamedRoot: SyncIdentity?
  /// How rows leave this space that are another one's, or are the own one's from now on.
  private(set) var departures: [LocalEdit] = []
  private let neighbours: SpaceNeighbours
  private let departed: DepartedRows?
  private var privateCopies: PrivateCopies?
  private let names: NumberedNames
  private let replica: Replica
  /// The rows that a shared space shares: one, unless somebody's program is at fault.
  private let roots: [SyncIdentity]

  init(
    _ transaction: ReplicationTransaction, _ ledger: Ledger, _ state: SyncState, _ neighbours: SpaceNeighbours,
    _ departed: DepartedRows?, _ privateCopies: PrivateCopies?, _ replica: Replica
  ) throws {
    self.replica = replica
    self.departed = departed
    self.privateCopies = privateCopies
    self.transaction = transaction
    self.ledger = ledger
    self.neighbours = neighbours
    names = try NumberedNames(transaction, ledger, neighbours)
    self.state = state
    view = state.view
    let root = ledger.membership.rootEntity
    // Those that came in this transaction are not in the ledger yet.
    let new = root == nil ? [] : state.shown.rows.filter { $0.value.entity == root }.keys.sorted()
    roots = try new + (root.map { try ledger.rows(of: $0) } ?? [])
  }

  /// The row as the store can show it; nil also if it requires a row that is not there.
  mutating func visible(_ identity: SyncIdentity) -> VisibleRow? {
    if let row = known[identity] { return row }
    // A row that requires itself, at last, can't be shown.
    known[identity] = .some(nil)
    guard let row = view.row(identity), let entity = ledger.schema.entities[row.entity] else { return nil }
    if isHeldBack(row) { return nil }
    for reference in entity.references where reference.isRequired {
      guard case .identity(let target)? = row.values[reference.name], visible(target) != nil else { return nil }
    }
    known[identity] = located(row)
    return known[identity] ?? nil
  }

  /// The row where a shared space can show it: on the list that is shared, if what it was below is gone.
  private mutating func located(_ row: VisibleRow) -> VisibleRow? {
    guard let belonging = ledger.membership.belonging(row.entity) else { return row }
    for name in [belonging.reference, belonging.parent].compactMap(\.self) {
      if case .identity(let target)? = row.values[name], visible(target) != nil { return row }
    }
    guard let root = roots.first(where: { visible($0) != nil }) else { return nil }
    var row = row
    row.values[belonging.reference] = .identity(root)
    return row
  }

  /// Whether a row was held back by an earlier transaction, and is not shown by this one.
  private func isHeldBack(_ row: VisibleRow) -> Bool {
    neighbours.joining != .done && ledger.membership.canMove(row.entity) && !wanted.contains(row.row)
      && ledger[row.row]?.isShown != true
  }

  /// Holds back the rows that other spaces of the store have until all has come that a space has which is being joined:
  /// what is still to come may say that they were moved there.
  private mutating func holdBack(_ rows: [SyncIdentity]) throws {
    guard neighbours.joining == .receiving else { return }
    for identity in rows where ledger[identity]?.isShown != true {
      guard let row = view.row(identity), ledger.membership.canMove(row.entity),
        let unique = ledger.schema.entities[row.entity]?.uniqueAttribute,
        let value = row.values[unique].flatMap(SQLiteValue.init)
      else { continue }
      if try transaction.key(with: value, of: unique, row.entity) != nil { wanted.remove(identity) }
    }
  }

  /// - Returns: how many rows were changed.
  mutating func show(_ rows: [SyncIdentity]) throws -> Int {
    wanted = Set(rows)
    try holdBack(rows)
    var (gone, stays, new): ([SyncIdentity], [VisibleRow], [VisibleRow]) = ([], [], [])
    for identity in rows {
      let isShown = ledger[identity]?.isShown == true
      if let row = visible(identity) {
        if isShown { stays.append(row) } else { new.append(row) }
      } else if isShown {
        gone.append(identity)
      }
    }
    try handOver(&gone, &stays, &new)
    try keepOrphans(&gone)
    try delete(gone)
    try transaction.expectInsertions(new.count)
    try vacateUniqueValues(stays)
    for row in stays { try update(row) }
    for row in new { try insert(row) }
    for (row, name, target) in late { try refer(row, name, target) }
    try setMembers(stays + new)
    for (entity, rows) in taken { for key in rows.keys.sorted() { try neighbours.noteWritten(key, entity) } }
    // A list that has private copies on it stays.
    try privateCopies?.insert()
    try replaceFormerRoots()
    try readAgain()
    return changed.count + gone.count
  }

  // MARK: - Steps

  /// Has a row of the store go on as another one that it became part of: other spaces have it too, under its value.
  private mutating func handOver(
    _ gone: inout [SyncIdentity], _ stays: inout [VisibleRow], _ new: inout [VisibleRow]
  ) throws {
    for identity in gone {
      guard let entry = ledger[identity], let key = entry.key, ledger.membership.isCommon(entry.row.entity),
        let other = state.standIn(for: identity)
      else { continue }
      if let index = new.firstIndex(where: { $0.row == other }) {
        ledger.release(identity)
        ledger.move(other, entry.row.entity, key: key, isShown: true, shown: entry.shown)
        stays.append(new.remove(at: index))
        gone.removeAll { $0 == identity }
      } else if let successor = ledger[other], successor.isShown, let target = successor.key {
        for (owner, pair, isPair) in ledger.schema.references(to: entry.row.entity) where isPair {
          for owning in try transaction.owners(of: key, owner, pair) {
            let members = try transaction.members(of: [owning], owner, pair)[owning] ?? []
            try transaction.setMembers(Set(members).subtracting([key]).union([target]), of: owning, owner, pair)
          }
        }
      }
    }
  }

  /// Has rows stay, as rows of the store's own space, that were made here for a shared row which is gone: whoever deleted
  /// that did not know of them.
  private mutating func keepOrphans(_ gone: inout [SyncIdentity]) throws {
    guard ledger.membership.rootEntity != nil, !gone.isEmpty else { return }
    let orphans = Set(
      gone.filter { identity in
        guard let row = state.row(identity), ledger.membership.belonging(row.entity) != nil else { return false }
        return state.shown[identity]?.winner(.existence)?.stamp.replica == replica
      })
    guard !orphans.isEmpty else { return }
    gone.removeAll(where: orphans.contains)
    let deleted = Set(gone)
    for identity in orphans.sorted() {
      guard let entry = ledger[identity], let key = entry.key,
        let belonging = ledger.membership.belonging(entry.row.entity)
      else { continue }
      let cut = [belonging.reference, belonging.parent].compactMap(\.self).filter { name in
        if case .identity(let target)? = entry.shown[name] { deleted.contains(target) } else { false }
      }
      try transaction.update(key, entry.row.entity) { cut.contains($0) ? .null : nil }
      ledger.move(identity, entry.row.entity, key: key, isShown: false, shown: [:])
      departures.append(.delete(identity))
    }
  }

  private mutating func delete(_ rows: [SyncIdentity]) throws {
    var keys: [String: [Int64]] = [:]
    for identity in rows {
      guard let entry = ledger[identity], let key = entry.key, !ledger.membership.isValue(entry.row.entity) else {
        continue
      }
      keys[entry.row.entity, default: []].append(key)
    }
    for (entity, keys) in keys.sorted(by: { $0.key < $1.key }) { try transaction.delete(keys, entity) }
    for identity in rows {
      if let entry = ledger[identity] {
        ledger.move(identity, entry.row.entity, key: entry.key, isShown: false, shown: [:])
      }
    }
  }

  /// Takes unique values away from rows that get others, where somebody waits for them.
  private mutating func vacateUniqueValues(_ rows: [VisibleRow]) throws {
    // Of a shared space's root there is one, and `NumberedNames` sees to its name.
    for row in rows where row.entity != ledger.membership.rootEntity {
      guard let entity = ledger.schema.entities[row.entity], let unique = entity.uniqueAttribute,
        let entry = ledger[row.row], let key = entry.key, let wanted = row.values[unique],
        wanted != entry.shown[unique], SQLiteValue(wanted) != nil
      else { continue }
      let vacant = SQLiteValue.text("openswiftdatasync:\(row.row)")
      try transaction.update(key, row.entity) { $0 == unique ? vacant : nil }
      vacated.insert(row.row)
    }
  }

  private mutating func update(_ row: VisibleRow) throws {
    guard let entry = ledger[row.row], let key = entry.key, let entity = ledger.schema.entities[row.entity],
      !ledger.membership.isValue(row.entity)
    else { return }
    var values: StoredValues = [:]
    var (place, shownPlace) = (0, 0)
    for name in entity.attributes {
      guard let wanted = row.values.value(of: name, from: &place),
        wanted != entry.shown.value(of: name, from: &shownPlace), let value = SQLiteValue(wanted)
      else { continue }
      values.append(name, value)
    }
    for (name, value) in try names.namesToWrite(values, row, entity, for: key) {
      values[name] = SyncValue(value) == entry.shown[name] && !vacated.contains(row.row) ? nil : value
    }
    for reference in entity.references {
      guard let wanted = row.values[reference.name], wanted != entry.shown[reference.name] else { continue }
      if let value = self.key(of: wanted) {
        values[reference.name] = value
      } else {
        postpone(row, reference.name, wanted)
      }
    }
    guard !values.isEmpty else { return }
    try transaction.update(key, row.entity) { values[$0] }
    changed.insert(row.row)
  }

  private mutating func insert(_ row: VisibleRow) throws {
    guard let entity = ledger.schema.entities[row.entity] else { return }
    var values = StoredValues(minimumCapacity: row.values.count)
    var place = 0
    for name in entity.attributes {
      if let value = row.values.value(of: name, from: &place).flatMap(SQLiteValue.init) { values.append(name, value) }
    }
    for reference in entity.references {
      guard let wanted = row.values[reference.name] else { continue }
      if let value = key(of: wanted) {
        values.append(reference.name, value)
      } else {
        postpone(row, reference.name, wanted)
      }
    }
    let key: Int64
    var shown: RowValues = [:]
    switch try neighbours.place(values, entity, formerly: ledger[row.row]?.key, state.shown[row.row]) {
    case .departed(let departure):
      departures.append(.depart(row.row, departure))
      return
    case .shared(let other):
      // All spaces show it.
      key = other
      found.insert(row.row)
    case .taken(let other, let takenRow):
      key = other
      taken[row.entity, default: [:]][key] = takenRow
      keptMembers[row.row] = takenRow.members
      let known = try departed?.take(key, row.entity)
      if takenRow.place == nil { try privateCopies?.note(key, becoming: row, known: known, entity) }
      try noteFormerRoot(of: key, entity)
      try transaction.update(key, row.entity) { takenRow.attributes.contains($0) ? nil : values[$0] }
      changed.insert(row.row)
    case .free(let former):
      let free = try names.namesToWrite(values, row, entity, for: nil)
      for (name, value) in free { values[name] = value }
      place = 0
      key = try transaction.insert(row.entity, key: former) { values.value(of: $0, from: &place) }
      // It was elsewhere, and was deleted there.
      if former != nil { try departed?.forget(key, row.entity) }
      changed.insert(row.row)
      inserted.insert(row.row)
      place = 0
      if try transaction.keepsAsGiven(row.entity, { values.value(of: $0, from: &place) }) {
        shown = shownValues(values, row, entity)
        for (name, value) in free { shown[name] = SyncValue(value) }
        noted.insert(row.row)
      }
    }
    ledger.move(row.row, row.entity, key: key, isShown: true, shown: shown)
  }

  /// What the store has of a row that was inserted, if it keeps attributes as given.
  private func shownValues(
    _ values: StoredValues, _ row: VisibleRow, _ entity: ReplicatedEntity
  ) -> RowValues {
    var shown = RowValues(minimumCapacity: entity.attributes.count + entity.references.count)
    var place = 0
    for name in entity.attributes {
      if let value = row.values.value(of: name, from: &place) { shown.append(name, value) }
    }
    // Those that are postponed are read again.
    for reference in entity.references {
      shown.append(reference.name, values[reference.name] == nil ? .null : row.values[reference.name] ?? .null)
    }
    return shown
  }

  private mutating func refer(_ row: VisibleRow, _ name: String, _ target: SyncIdentity) throws {
    guard let key = ledger[row.row]?.key, let value = self.key(of: .identity(target)) else { return }
    try transaction.update(key, row.entity) { $0 == name ? value : nil }
    changed.insert(row.row)
    noted.remove(row.row)
  }

  private mutating func setMembers(_ rows: [VisibleRow]) throws {
    let groups = Dictionary(grouping: rows.filter { !$0.members.isEmpty }, by: \.entity)
    for (entity, rows) in groups.sorted(by: { $0.key < $1.key }) {
      for pair in ledger.schema.entities[entity]?.pairs ?? [] {
        // Where members are of the same entity, those of one row may be written with those of another one.
        let present = pair.target == entity ? nil : try presentMembers(of: rows, entity, pair.name)
        let foreign = try foreignMembers(of: rows, entity, pair)
        for row in rows {
          guard let key = ledger[row.row]?.key, let members = row.members[pair.name] else { continue }
          let shown = members.compactMap { member in ledger[member.row].flatMap { $0.isShown ? $0.key : nil } }
          let wanted = Set(shown).union(keptMembers[row.row]?[pair.name] ?? []).union(foreign[key] ?? [])
          if let present, wanted == Set(present[key] ?? []) { continue }
          let old = present.map { $0[key] ?? [] }
          if try transaction.setMembers(wanted, insteadOf: old, of: key, entity, pair.name) { changed.insert(row.row) }
        }
      }
    }
  }

  /// The members of rows that are in other spaces: this one knows nothing of them, and leaves them to the store.
  private func foreignMembers(
    of rows: [VisibleRow], _ entity: String, _ pair: ReplicatedEntity.Reference
  ) throws -> [Int64: [Int64]] {
    guard !ledger.membership.isTrivial, ledger.membership.canMove(pair.target) else { return [:] }
    let present = try presentMembers(of: rows, entity, pair.name)
    let here = try ledger.membership.members(of: Set(present.values.joined()), pair.target)
    return present.mapValues { $0.filter { !here.contains($0) } }
  }

  /// The members that rows have in the store.
  private func presentMembers(of rows: [VisibleRow], _ entity: String, _ pair: String) throws -> [Int64: [Int64]] {
    let keys = rows.compactMap { row in inserted.contains(row.row) ? nil : ledger[row.row]?.key }
    return keys.isEmpty ? [:] : try transaction.members(of: keys, entity, pair)
  }

  private mutating func noteFormerRoot(of key: Int64, _ entity: ReplicatedEntity) throws {
    guard neighbours.joining != .done, let belonging = ledger.membership.belonging(entity.name),
      case .integer(let root)? = try transaction.values(of: [key], entity.name)[key]?[belonging.reference]
    else { return }
    if !ledger.membership.isShared(root) { formerRoots.insert(root) }
  }

  /// Has the shared row, which this store has just joined, take the place of one that has its name and nothing left that
  /// belongs to it: it is the same, from before the space was left.
  ///
  /// One that has rows which the space does not have stays: they are nobody else's.
  private mutating func replaceFormerRoots() throws {
    guard !formerRoots.isEmpty,
      let identity = roots.first(where: { view.row($0) != nil }),
      let root = visible(identity), let key = ledger[root.row]?.key,
      let unique = ledger.schema.entities[root.entity]?.uniqueAttribute,
      case .text(let wanted)? = root.values[unique]
    else { return }
    for former in formerRoots.subtracting([key]).sorted() {
      let present = try transaction.values(of: [former], root.entity)[former]?[unique]?.text ?? ""
      // Left while it had a number behind its name, it has that in the own space.
      let number = NumberedNames.number(in: present, behind: wanted)
      guard present == wanted || number != nil, try !ledger.membership.hasMembers(former) else { continue }
      try transaction.delete([former], root.entity)
      let label = ledger.membership.label(root.entity)
      let name = label.flatMap { root.values[$0] }.flatMap(SQLiteValue.init)?.text
      try transaction.update(key, root.entity) { attribute in
        attribute == unique ? .text(present) : attribute == label ? name.map { .text($0 + (number ?? "")) } : nil
      }
      changed.insert(root.row)
      renamedRoot = root.row
    }
  }

  /// Notes what the store has now of the rows: columns convert what they are given, and have defaults.
  private func readAgain() throws {
    var keys: [String: [Int64]] = [:]
    var identities: [String: [Int64: SyncIdentity]] = [:]
    for identity in changed.subtracting(noted).union(found) {
      guard let entry = ledger[identity], let key = entry.key else { continue }
      keys[entry.row.entity, default: []].append(key)
      identities[entry.row.entity, default: [:]][key] = identity
    }
    for (entity, keys) in keys {
      for (key, shown) in try ledger.shownValues(of: keys, entity) {
        guard let identity = identities[entity]?[key] else { continue }
        ledger.move(identity, entity, key: key, isShown: true, shown: shown)
      }
    }
  }

  private mutating func postpone(_ row: VisibleRow, _ name: String, _ value: SyncValue) {
    if case .identity(let target) = value { late.append((row, name, target)) }
  }

  /// The key that a reference has in the store; nil for a row that the store does not have yet.
  private func key(of value: SyncValue) -> SQLiteValue? {
    guard case .identity(let target) = value else { return .null }
    guard let entry = ledger[target], entry.isShown, let key = entry.key else { return nil }
    return .integer(key)
  }
}
