// What is written of a row's registers, beside what the store has of it. Most rows have one stamp for all their values,
// which are in the store: then it is a dozen bytes and the members.
//
//   registers  format shape [mark] missing-count name… values-count (kind key value)… exceptions-count (kind key leaves)…
//   shape      the number of a list of names: the properties that are in the store and have the mark, but for the missing
//   mark       flags replica milliseconds counter
//   leaves     count (mark [value])…; a flag says that the value is the one that the store shows

/// Turns a row's registers into bytes and back, leaving out what the store shows.
struct LedgerCodec {
  private static let format: UInt64 = 1

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
  ///   - shape: the properties of the row's entity that the store has.
  func bytes(of row: Row, shown: [String: SyncValue], shape: [String]) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.number(Self.format)
    writer.count(try names.number(of: shape.joined(separator: " ")))
    let isPlain = { (name: String) in
      guard let value = row.values[.property(name)], let inStore = shown[name] else { return false }
      return value == inStore
    }
    let missing = shape.filter { !isPlain($0) }
    let marked = row.values.filter { key, _ in
      if case .property(let name) = key { !(shape.contains(name) && isPlain(name)) } else { true }
    }
    writer.byte(row.values.isEmpty ? 0 : 1)
    if let mark = row.mark, !row.values.isEmpty { try write(mark, isShown: false, to: &writer) }
    writer.count(missing.count)
    for name in missing { writer.count(try names.number(of: name)) }
    writer.count(marked.count)
    for (key, value) in marked {
      try write(key, to: &writer)
      writer.value(value)
    }
    writer.count(row.exceptions.count)
    for (key, register) in row.exceptions {
      try write(key, to: &writer)
      writer.count(register.leaves.count)
      for leaf in register.leaves {
        var isShown = false
        if case .property(let name) = key { isShown = shown[name] == leaf.value }
        try write(Row.Mark(leaf), isShown: isShown, to: &writer)
        if !isShown { writer.value(leaf.value) }
      }
    }
    return writer.bytes
  }

  /// - Parameter shown: the values in the store; none for a row that is not shown.
  func row(_ bytes: [UInt8], entity: String, shown: [String: SyncValue]) throws -> Row {
    var reader = ByteReader(bytes)
    var row = Row(entity: entity)
    let format = try reader.number()
    guard format == Self.format else { throw reader.error(.laterVersion(format)) }
    let shape = try names.name(Int(try reader.number())).split(separator: " ").map(String.init)
    let mark = try reader.byte() == 1 ? try self.mark(&reader).mark : nil
    var missing: Set<String> = []
    for _ in 0..<(try reader.count()) { missing.insert(try names.name(Int(try reader.number()))) }
    if let mark {
      for name in shape where !missing.contains(name) {
        // The store's migration has converted the value.
        let name = renamings.name(name, of: entity)
        // A value that nobody has any more is better unknown than taken for null.
        if let value = shown[name] { row.add([mark.leaf(value)], to: .property(name)) }
      }
    }
    for _ in 0..<(try reader.count()) {
      let (key, value) = renamings.current(try self.key(&reader), try reader.value(), of: entity)
      if let mark { row.add([mark.leaf(value)], to: key) }
    }
    for _ in 0..<(try reader.count()) {
      let written = try self.key(&reader)
      let key = renamings.current(written, .null, of: entity).0
      var leaves: [Leaf] = []
      for _ in 0..<(try reader.count()) {
        let (mark, isShown) = try self.mark(&reader)
        var value = SyncValue.null
        if !isShown {
          value = renamings.current(written, try reader.value(), of: entity).1
        } else if case .property(let name) = key {
          value = shown[name] ?? .null
        }
        leaves.append(mark.leaf(value))
      }
      row.add(leaves, to: key)
    }
    try reader.expectEnd()
    return row
  }

  private func write(_ mark: Row.Mark, isShown: Bool, to writer: inout ByteWriter) throws {
    writer.byte(
      (mark.isDerived ? Flag.derived : 0) | (mark.isFresh ? 0 : Flag.stale) | (isShown ? Flag.shown : 0))
    writer.count(try names.number(of: mark.stamp.replica))
    writer.number(mark.stamp.milliseconds)
    writer.number(UInt64(mark.stamp.counter))
  }

  private func mark(_ reader: inout ByteReader) throws -> (mark: Row.Mark, isShown: Bool) {
    let flags = try reader.byte()
    guard flags & Flag.reserved == 0 else { throw reader.error(.reservedBit) }
    let replica = try names.replica(Int(try reader.number()))
    let milliseconds = try reader.number()
    guard let counter = UInt16(exactly: try reader.number()) else { throw reader.error(.oversizedNumber) }
    let mark = Row.Mark(
      stamp: Stamp(milliseconds: milliseconds, counter: counter, replica: replica),
      isDerived: flags & Flag.derived != 0, isFresh: flags & Flag.stale == 0)
    return (mark, flags & Flag.shown != 0)
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
