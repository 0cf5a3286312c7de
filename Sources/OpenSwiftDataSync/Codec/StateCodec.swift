// The format, with the parts of `BatchCodec`:
//
//   state     "OSDT" format vector names replicas rows-count row… waiting-count envelope… set-aside-count envelope…
//   row       entity identity values-count [mark (kind key value)…] exceptions-count (kind key leaves-count (mark value)…)…
//   mark      flags replica milliseconds-before-the-latest counter

/// A whole state as bytes: a snapshot for replicas that come later, versioned and safe to read.
public struct StateCodec: Sendable {
  private static let signature = Array("OSDT".utf8)
  private static let formats: ClosedRange<UInt64> = 1...1

  private enum Flag {
    static let derived: UInt8 = 1
    static let stale: UInt8 = 2
    static let reserved: UInt8 = 0xFC
  }

  /// The format that this version of the program writes.
  static var format: UInt64 { formats.upperBound }

  /// How a state of a format begins.
  static func beginning(ofFormat format: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    signature.forEach { writer.byte($0) }
    writer.number(format)
    return writer.bytes
  }

  /// Whether this version of the program reads a format.
  static func reads(_ format: UInt64) -> Bool { formats.contains(format) }

  /// The codec.
  public init() {}

  /// The bytes of a state.
  ///
  /// - Complexity: O(registers · log rows).
  public func bytes(of state: SyncState) -> [UInt8] {
    let (rows, waiting) = state.parts
    var tables = Tables(latest: rows.seen.latestClock >> 16)
    var body = ByteWriter()
    body.count(rows.rows.count)
    for (identity, row) in rows.rows.sorted(by: { $0.key < $1.key }) { write(identity, row, to: &body, &tables) }
    var writer = ByteWriter()
    writer.vector(rows.seen)
    writer.count(tables.names.elements.count)
    tables.names.elements.forEach { writer.text($0) }
    writer.count(tables.replicas.elements.count)
    tables.replicas.elements.forEach { writer.word($0.rawValue) }
    var tail = ByteWriter()
    let codec = BatchCodec()
    tail.count(waiting.count)
    for batch in waiting { tail.blob(codec.bytes(of: codec.envelope(of: batch))) }
    tail.count(state.setAside.count)
    for batch in state.setAside.keys.sorted() {
      if let batch = state.setAside[batch] { tail.blob(codec.bytes(of: batch.envelope)) }
    }
    return Self.beginning(ofFormat: Self.format) + writer.bytes + body.bytes + tail.bytes
  }

  /// Reads what `bytes(of:)` gave; batches that were set aside are tried again.
  ///
  /// - Parameter schema: what to show of it.
  /// - Throws: `CodecError`.
  /// - Complexity: O(bytes).
  public func state(of bytes: [UInt8], schema: SyncSchema) throws(CodecError) -> SyncState {
    try state(of: bytes, schema: schema) { $0 }
  }

  /// - Parameter current: the row as this version of the schema has it, of one that an earlier version may have written.
  func state(of bytes: [UInt8], schema: SyncSchema, current: (Row) -> Row) throws(CodecError) -> SyncState {
    var reader = ByteReader(bytes)
    for expected in Self.signature where try reader.byte() != expected { throw reader.error(.reservedBit) }
    let format = try reader.number()
    guard Self.reads(format) else {
      throw reader.error(format > Self.formats.upperBound ? .laterVersion(format) : .reservedBit)
    }
    let seen = try reader.vector()
    let names = try reader.list { reader throws(CodecError) in try reader.text() }
    let replicas = try reader.list { reader throws(CodecError) in Replica(try reader.word()) }
    let context = Context(names: names, replicas: replicas, latest: seen.latestClock >> 16)
    var rows: [SyncIdentity: Row] = [:]
    for _ in 0..<(try reader.count()) {
      let (identity, row) = try self.row(&reader, context)
      rows[identity] = current(row)
    }
    let waiting = try reader.list { reader throws(CodecError) in try BatchCodec().envelope(of: try reader.blob()) }
    let setAside = try reader.list { reader throws(CodecError) in try BatchCodec().envelope(of: try reader.blob()) }
    try reader.expectEnd()
    var state = SyncState(schema: schema, settled: ReplicatedRows(rows: rows, seen: seen))
    for envelope in waiting + setAside { _ = state.merge(envelope) }
    return state
  }
}

// MARK: - Rows

extension StateCodec {
  private struct Tables {
    var names = NumberTable<String>()
    var replicas = NumberTable<Replica>()
    let latest: UInt64

    init(latest: UInt64) { self.latest = latest }
  }

  private struct Context {
    let names: [String]
    let replicas: [Replica]
    let latest: UInt64
  }

  private func write(_ identity: SyncIdentity, _ row: Row, to writer: inout ByteWriter, _ tables: inout Tables) {
    writer.count(tables.names.number(of: row.entity))
    writer.identity(identity)
    writer.count(row.mark == nil ? 0 : row.values.count)
    if let mark = row.mark, !row.values.isEmpty {
      write(mark, to: &writer, &tables)
      for (key, value) in row.values {
        writer.byte(key.kind)
        writer.key(key, &tables.names)
        writer.value(value)
      }
    }
    writer.count(row.exceptions.count)
    for (key, register) in row.exceptions {
      writer.byte(key.kind)
      writer.key(key, &tables.names)
      writer.count(register.leaves.count)
      for leaf in register.leaves {
        write(Row.Mark(leaf), to: &writer, &tables)
        writer.value(leaf.value)
      }
    }
  }

  private func row(_ reader: inout ByteReader, _ context: Context) throws(CodecError) -> (SyncIdentity, Row) {
    var row = Row(entity: try reader.element(of: context.names))
    let identity = try reader.identity()
    let values = try reader.count()
    if values > 0 {
      let mark = try self.mark(&reader, context)
      row.reserveCapacity(min(values, 64))
      for _ in 0..<values {
        let key = try reader.key(kind: try reader.byte(), context.names)
        row.set(key, try reader.value(), mark)
      }
    }
    for _ in 0..<(try reader.count()) {
      let key = try reader.key(kind: try reader.byte(), context.names)
      let leaves = try reader.list { reader throws(CodecError) in
        let mark = try self.mark(&reader, context)
        return mark.leaf(try reader.value())
      }
      row[key] = Register(leaves: leaves)
    }
    return (identity, row)
  }

  private func write(_ mark: Row.Mark, to writer: inout ByteWriter, _ tables: inout Tables) {
    writer.byte((mark.isDerived ? Flag.derived : 0) | (mark.isFresh ? 0 : Flag.stale))
    writer.count(tables.replicas.number(of: mark.stamp.replica))
    writer.signed(Int64(bitPattern: tables.latest &- mark.stamp.milliseconds))
    writer.number(UInt64(mark.stamp.counter))
  }

  private func mark(_ reader: inout ByteReader, _ context: Context) throws(CodecError) -> Row.Mark {
    let flags = try reader.byte()
    guard flags & Flag.reserved == 0 else { throw reader.error(.reservedBit) }
    let replica = try reader.element(of: context.replicas)
    let milliseconds = context.latest &- UInt64(bitPattern: try reader.signed())
    let counter = try reader.number()
    guard let counter = UInt16(exactly: counter) else { throw reader.error(.oversizedNumber) }
    return Row.Mark(
      stamp: Stamp(milliseconds: milliseconds, counter: counter, replica: replica),
      isDerived: flags & Flag.derived != 0, isFresh: flags & Flag.stale == 0)
  }
}
