// What is written of a row's registers, beside what the store has of it. Most rows have one stamp for all their values,
// which are in the store: then it is a dozen bytes and the members.
//
//   registers  head shape [replica milliseconds counter] [missing-count name…] [values-count (kind key value)…]
//              [exceptions-count (kind key leaves)…]
//   head       bits 0 the row has a mark, 1 it is derived, 2 it is stale, 3 the row was inserted with it, 4 properties are
//              missing, 5 values follow, 6 exceptions follow, 7 reserved for a later format
//   shape      the number of a list of names: the properties that are in the store and have the mark, but for the missing
//   leaves     count (flags replica milliseconds counter [value])…; a flag says that the value is the one in the store

/// Turns a row's registers into bytes and back, leaving out what the store shows.
struct LedgerCodec {
  private enum Head {
    static let mark: UInt8 = 1
    static let derived: UInt8 = 2
    static let stale: UInt8 = 4
    static let inserted: UInt8 = 8
    static let missing: UInt8 = 16
    static let values: UInt8 = 32
    static let exceptions: UInt8 = 64
    static let reserved: UInt8 = 128
  }

  private enum Flag {
    static let derived: UInt8 = 1
    static let stale: UInt8 = 2
    static let shown: UInt8 = 4
    static let reserved: UInt8 = 0xF8
  }

  private let names: LedgerNames
  private let renamings: PropertyRenamings

  init(_ names: LedgerNames, _ renamings: PropertyRenamings) { (self.names, self.renamings) = (names, renamings) }

  /// - Parameters:
  ///   - shown: the values in the store; none for a row that is not shown.
  ///   - shape: the properties of the row's entity that the store has, sorted.
  /// - Returns: the bytes, and whether the row has nothing but its existence and properties that the store shows.
  func bytes(of row: Row, shown: RowValues, shape: [String]) throws -> (bytes: [UInt8], isPlain: Bool) {
    var writer = ByteWriter()
    var plain = 0
    var missing: [String] = []
    var (place, shownPlace) = (0, 0)
    for name in shape {
      if let value = row.values.value(of: .property(name), from: &place),
        let inStore = shown.value(of: name, from: &shownPlace), value == inStore
      {
        plain += 1
      } else {
        missing.append(name)
      }
    }
    let isInserted = row.values[.existence] == Existence.inserted.value
    let rest = row.values.count - plain - (isInserted ? 1 : 0)
    var head: UInt8 = (isInserted ? Head.inserted : 0) | (missing.isEmpty ? 0 : Head.missing)
    head |= (rest > 0 ? Head.values : 0) | (row.exceptions.isEmpty ? 0 : Head.exceptions)
    let mark = row.values.isEmpty ? nil : row.mark
    if let mark {
      head |= Head.mark | (mark.isDerived ? Head.derived : 0) | (mark.isFresh ? 0 : Head.stale)
    }
    writer.byte(head)
    writer.count(try names.number(ofShape: shape))
    if let mark { try write(mark.stamp, to: &writer) }
    if !missing.isEmpty {
      writer.count(missing.count)
      for name in missing { writer.count(try names.number(of: name)) }
    }
    if rest > 0 {
      writer.count(rest)
      for (key, value) in row.values {
        if key == .existence, isInserted { continue }
        if case .property(let name) = key, shape.contains(name), !missing.contains(name) { continue }
        try write(key, to: &writer)
        writer.value(value)
      }
    }
    if !row.exceptions.isEmpty { try write(row.exceptions, shown, to: &writer) }
    return (writer.bytes, rest == 0 && row.exceptions.isEmpty && !shape.isEmpty)
  }

  /// The same of a row that was just inserted, of which the store shows all that it has.
  ///
  /// - Parameters:
  ///   - mark: that of all its registers.
  ///   - members: the keys of its members with their values, in their order.
  func bytes(
    ofInserted mark: Row.Mark, members: ArraySlice<Change>, shape: [String]
  ) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(
      Head.inserted | Head.mark | (mark.isDerived ? Head.derived : 0) | (mark.isFresh ? 0 : Head.stale)
        | (members.isEmpty ? 0 : Head.values))
    writer.count(try names.number(ofShape: shape))
    try write(mark.stamp, to: &writer)
    if !members.isEmpty {
      writer.count(members.count)
      for member in members {
        try write(member.key, to: &writer)
        writer.value(member.value)
      }
    }
    return writer.bytes
  }

  private func write(
    _ exceptions: RowDictionary<RegisterKey, Register>, _ shown: RowValues, to writer: inout ByteWriter
  ) throws {
    writer.count(exceptions.count)
    for (key, register) in exceptions {
      try write(key, to: &writer)
      writer.count(register.leaves.count)
      for leaf in register.leaves {
        var isShown = false
        if case .property(let name) = key { isShown = shown[name] == leaf.value }
        try write(Row.Mark(leaf), isShown: isShown, to: &writer)
        if !isShown { writer.value(leaf.value) }
      }
    }
  }

  /// - Parameter shown: the values in the store; none for a row that is not shown.
  func row(_ bytes: [UInt8], entity: String, shown: RowValues) throws -> Row {
    var reader = ByteReader(bytes)
    var row = Row(entity: entity)
    let renamed = renamings[entity]
    let head = try reader.byte()
    guard head & Head.reserved == 0 else { throw reader.error(.laterVersion(2)) }
    let shape = try names.shape(Int(try reader.number()))
    var mark: Row.Mark?
    if head & Head.mark != 0 {
      mark = Row.Mark(
        stamp: try stamp(&reader), isDerived: head & Head.derived != 0, isFresh: head & Head.stale == 0)
    }
    var missing: Set<String> = []
    if head & Head.missing != 0 {
      for _ in 0..<(try reader.count()) { missing.insert(try names.name(Int(try reader.number()))) }
    }
    if let mark {
      row.reserveCapacity(shape.count + 1)
      if head & Head.inserted != 0 { row.set(.existence, Existence.inserted.value, mark) }
      for name in shape where missing.isEmpty || !missing.contains(name) {
        // The store's migration has converted the value of a renamed property.
        let name = renamed[name]?.name ?? name
        // A value that nobody has any more is better unknown than taken for null.
        if let value = shown[name] { row.add(value, mark, to: .property(name), isAlone: renamed.isEmpty) }
      }
    }
    if head & Head.values != 0 {
      for _ in 0..<(try reader.count()) {
        let written = try self.key(&reader)
        let (key, value) = renamed.current(written, try reader.value())
        if let mark { row.add(value, mark, to: key, isAlone: renamed.isEmpty) }
      }
    }
    if head & Head.exceptions != 0 {
      for _ in 0..<(try reader.count()) {
        let written = try self.key(&reader)
        let (key, leaves) = (renamed.current(written), try leaves(&reader, written, shown, renamed))
        if renamed.isEmpty { row[key] = Register(leaves: leaves) } else { row.add(leaves, to: key) }
      }
    }
    try reader.expectEnd()
    return row
  }

  private func leaves(
    _ reader: inout ByteReader, _ written: RegisterKey, _ shown: RowValues,
    _ renamed: PropertyRenamings.Entity
  ) throws -> [Leaf] {
    var leaves: [Leaf] = []
    for _ in 0..<(try reader.count()) {
      let (mark, isShown) = try self.mark(&reader)
      var value = SyncValue.null
      if !isShown {
        value = renamed.current(written, try reader.value()).value
      } else if case .property(let name) = renamed.current(written) {
        value = shown[name] ?? .null
      }
      leaves.append(mark.leaf(value))
    }
    return leaves
  }

  private func write(_ mark: Row.Mark, isShown: Bool, to writer: inout ByteWriter) throws {
    writer.byte(
      (mark.isDerived ? Flag.derived : 0) | (mark.isFresh ? 0 : Flag.stale) | (isShown ? Flag.shown : 0))
    try write(mark.stamp, to: &writer)
  }

  private func write(_ stamp: Stamp, to writer: inout ByteWriter) throws {
    writer.count(try names.number(of: stamp.replica))
    writer.number(stamp.milliseconds)
    writer.number(UInt64(stamp.counter))
  }

  private func mark(_ reader: inout ByteReader) throws -> (mark: Row.Mark, isShown: Bool) {
    let flags = try reader.byte()
    guard flags & Flag.reserved == 0 else { throw reader.error(.reservedBit) }
    let mark = Row.Mark(
      stamp: try stamp(&reader), isDerived: flags & Flag.derived != 0, isFresh: flags & Flag.stale == 0)
    return (mark, flags & Flag.shown != 0)
  }

  private func stamp(_ reader: inout ByteReader) throws -> Stamp {
    let replica = try names.replica(Int(try reader.number()))
    let milliseconds = try reader.number()
    guard let counter = UInt16(exactly: try reader.number()) else { throw reader.error(.oversizedNumber) }
    return Stamp(milliseconds: milliseconds, counter: counter, replica: replica)
  }

  private func write(_ key: RegisterKey, to writer: inout ByteWriter) throws {
    writer.byte(key.kind)
    switch key {
    case .existence: break
    case .property(let name): writer.count(try names.number(of: name))
    case .member(let name, let member):
      writer.count(try names.number(of: name))
      writer.identity(member)
    case .unknown(let kind, let bytes):
      writer.number(kind)
      writer.blob(bytes)
    }
  }

  private func key(_ reader: inout ByteReader) throws -> RegisterKey {
    switch try reader.byte() {
    case RegisterKey.existence.kind: .existence
    case RegisterKey.property("").kind: .property(try names.name(Int(try reader.number())))
    case RegisterKey.member("", SyncIdentity(high: 0, low: 0)).kind:
      .member(try names.name(Int(try reader.number())), try reader.identity())
    case RegisterKey.unknown(kind: 0, key: []).kind: .unknown(kind: try reader.number(), key: try reader.blob())
    default: throw reader.error(.reservedBit)
    }
  }
}
