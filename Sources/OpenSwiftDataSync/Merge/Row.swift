/// The registers of a row: one stamp for all whose only value was written together, and exceptions for the others.
struct Row: Sendable {
  /// What a leaf is beside its value.
  struct Mark: Hashable, Sendable {
    var stamp: Stamp
    var isDerived: Bool
    var isFresh: Bool

    init(stamp: Stamp, isDerived: Bool, isFresh: Bool) {
      self.stamp = stamp
      self.isDerived = isDerived
      self.isFresh = isFresh
    }

    init(_ leaf: Leaf) { self.init(stamp: leaf.stamp, isDerived: leaf.isDerived, isFresh: leaf.isFresh) }

    /// The leaf with a value.
    func leaf(_ value: SyncValue) -> Leaf {
      Leaf(stamp: stamp, value: value, isDerived: isDerived, isFresh: isFresh)
    }
  }

  /// The name of the entity.
  ///
  /// If batches disagree, which only a faulty program brings about, the larger name; all else
  /// merges as ever, but what is shown of such a row may differ between replicas once parts of it were pruned.
  private(set) var entity: String
  private(set) var mark: Mark?
  private(set) var values: RowDictionary<RegisterKey, SyncValue> = [:]
  private(set) var exceptions: RowDictionary<RegisterKey, Register> = [:]

  init(entity: String) { self.entity = entity }

  /// Makes room for registers.
  mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

  var isEmpty: Bool { values.isEmpty && exceptions.isEmpty }

  /// The keys of all registers, in no order.
  var keys: [RegisterKey] { exceptions.isEmpty ? values.keys : values.keys + exceptions.keys }

  mutating func note(entity other: String) { if entity < other { entity = other } }

  /// A register; nil where nothing was written.
  subscript(_ key: RegisterKey) -> Register? {
    get {
      if !exceptions.isEmpty, let exception = exceptions[key] { return exception }
      guard let mark, let value = values[key] else { return nil }
      return Register(mark.leaf(value))
    }
    set {
      guard let newValue else {
        values[key] = nil
        exceptions[key] = nil
        return
      }
      // The mark of a row follows the writes: as soon as no register has it, the next one's is taken.
      if values.isEmpty || values.count == 1 && values[key] != nil { mark = Mark(newValue.winner) }
      if newValue.leaves.count == 1, mark == Mark(newValue.winner) {
        values[key] = newValue.winner.value
        if !exceptions.isEmpty { exceptions[key] = nil }
      } else {
        values[key] = nil
        exceptions[key] = newValue
      }
    }
  }

  /// Writes a register that has one value.
  mutating func set(_ key: RegisterKey, _ value: SyncValue, _ other: Mark) {
    if exceptions.isEmpty, values.isEmpty || mark == other {
      mark = other
      values[key] = value
    } else {
      self[key] = Register(other.leaf(value))
    }
  }

  /// The value of a property that is shown, looked for as by `RowDictionary.value(of:from:)`.
  func value(ofProperty name: String, from place: inout Int) -> SyncValue? {
    let key = RegisterKey.property(name)
    if !exceptions.isEmpty, let exception = exceptions[key] { return exception.winner.value }
    return values.value(of: key, from: &place)
  }

  /// The rows that the values which are shown lead to, and all members.
  func forEachTarget(_ body: (SyncIdentity) -> Void) {
    func visit(_ key: RegisterKey, _ value: SyncValue) {
      if case .member(_, let member) = key { body(member) }
      if case .identity(let target) = value { body(target) }
    }
    for (key, value) in values { visit(key, value) }
    for (key, register) in exceptions { visit(key, register.winner.value) }
  }

  /// Whether something of the row was seen by somebody.
  func isSeen(by seen: VersionVector) -> Bool {
    mark.map { seen.covers($0.stamp) } == true
      || exceptions.contains { $0.value.leaves.contains { seen.covers($0.stamp) } }
  }

  /// The value that is shown, and who wrote it; nil where nothing was written.
  func winner(_ key: RegisterKey) -> Leaf? {
    if !exceptions.isEmpty, let exception = exceptions[key] { return exception.winner }
    guard let mark, let value = values[key] else { return nil }
    return mark.leaf(value)
  }

  /// Whether the row exists: nil for a row of which only values are known, because its deletion is past the horizon.
  var existence: Existence? { winner(.existence).map { Existence($0.value) } }
}

extension Row: Equatable {
  /// Whether both have the same registers, however they keep their stamps.
  static func == (left: Row, right: Row) -> Bool {
    if left.exceptions.isEmpty, right.exceptions.isEmpty {
      return left.entity == right.entity && left.values == right.values
        && (left.mark == right.mark || left.values.isEmpty)
    }
    let keys = left.keys
    return left.entity == right.entity && keys.count == right.values.count + right.exceptions.count
      && keys.allSatisfy { left[$0] == right[$0] }
  }
}

// MARK: - Writing

extension Row {
  /// The row that changes make of nothing, if they are in the order of their keys, as those of an insertion are; nil
  /// otherwise.
  ///
  /// It is what `apply` makes of them one by one, which looks for an earlier value of each register.
  init?(inserting changes: ArraySlice<Change>) {
    guard let first = changes.first else { return nil }
    self.init(entity: first.entity)
    mark = Mark(stamp: first.stamp, isDerived: first.isDerived, isFresh: true)
    values.reserveCapacity(changes.count)
    for index in changes.indices {
      guard changes[index].entity == first.entity,
        index == changes.startIndex || changes[index - 1].key.precedes(changes[index].key)
      else { return nil }
      if changes[index].stamp == first.stamp, changes[index].isDerived == first.isDerived {
        values.append(changes[index].key, changes[index].value)
      } else {
        let other = Mark(stamp: changes[index].stamp, isDerived: changes[index].isDerived, isFresh: true)
        exceptions.append(changes[index].key, Register(other.leaf(changes[index].value)))
      }
    }
  }

  /// Writes a change over what its batch knew of.
  mutating func apply(_ change: Change, of batch: Batch) {
    note(entity: change.entity)
    let knew = { (stamp: Stamp) in batch.knew(stamp, at: change.stamp) }
    if change.key == .existence {
      switch Existence(change.value) {
      case .inserted:
        updateRegisters(except: .existence) { $0.filter { !knew($0.stamp) || change.keeping.contains($0.stamp) } }
      case .deleted, .merged:
        updateRegisters(except: nil) { register in
          var register = register
          register.noteDeletion { knew($0) && !change.keeping.contains($0) }
          return register
        }
      case .restored: break
      }
    }
    let leaf = Leaf(stamp: change.stamp, value: change.value, isDerived: change.isDerived, isFresh: true)
    // Most writes are the first of their register, and belong to the row's mark.
    if exceptions.isEmpty, values.isEmpty || mark == Mark(leaf), values[change.key] == nil {
      mark = Mark(leaf)
      values.append(change.key, change.value)
    } else if var register = self[change.key] {
      register.write(leaf) { knew($0) && !change.keeping.contains($0) }
      self[change.key] = register
    } else {
      self[change.key] = Register(leaf)
    }
  }

  /// Replaces the stamps of all writes.
  mutating func restamp(_ stamp: (Stamp) -> Stamp) {
    if let mark { self.mark = Mark(stamp: stamp(mark.stamp), isDerived: mark.isDerived, isFresh: mark.isFresh) }
    for key in exceptions.keys { exceptions[key]?.restamp(stamp) }
  }

  /// Removes what nobody needs of a row that was deleted before a time, in milliseconds since 1970.
  ///
  /// What no deletion knew of stays, for it is a conflict that nobody has decided about. A row that became part of
  /// another one stays, for references follow it.
  ///
  /// - Returns: whether something was removed.
  mutating func prune(before horizon: UInt64) -> Bool {
    guard let register = self[.existence], Existence(register.winner.value) == .deleted,
      register.winner.stamp.milliseconds < horizon,
      !register.leaves.contains(where: { $0.isFresh && Existence($0.value).isPresent })
    else { return false }
    self[.existence] = nil
    updateRegisters(except: nil) { $0.filter(\.isFresh) }
    return true
  }

  /// The registers of both rows, joined.
  static func joined(
    _ left: Row?, _ leftSeen: VersionVector, _ right: Row?, _ rightSeen: VersionVector
  ) -> Row? {
    guard var joined = left ?? right else { return nil }
    if left == nil || right == nil, joined.exceptions.isEmpty, let mark = joined.mark {
      // Most rows: one stamp that the other side has seen, and overwritten, or has not.
      return joined.isEmpty || (left == nil ? leftSeen : rightSeen).covers(mark.stamp) ? nil : joined
    }
    if let right { joined.note(entity: right.entity) }
    for key in Set((left?.keys ?? []) + (right?.keys ?? [])) {
      joined[key] = Register.joined(left?[key], leftSeen, right?[key], rightSeen)
    }
    return joined.isEmpty ? nil : joined
  }

  private mutating func updateRegisters(except excluded: RegisterKey?, _ body: (Register) -> Register?) {
    for key in keys where key != excluded {
      guard let register = self[key] else { continue }
      self[key] = body(register)
    }
  }
}
