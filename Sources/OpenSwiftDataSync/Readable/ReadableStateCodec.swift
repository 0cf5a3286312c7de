// The format:
//
//   {"v":1,"seen":[{"by":…,"number":…,"at":…,"count":…}…],"rows":[{…}…],"waiting":["<base64>"…]}
//   {"v":1,"state":"<base64>"}    a state of which JSON could not give back everything, as a later version's
//
//   row   {"row":…,"entity":…,"at":…,"count":…,"by":…,"derived":…,"stale":…,"registers":[{…}…]}
//
// A register without "at" was written with the row; one with several values, of which none knew of the other, comes as
// often. See `ReadableWrite`. Envelopes of `BatchCodec` wait for an earlier batch, or for a version that can read them.

/// States as JSON, for a database whose users query them; nothing of a state is lost by it.
package struct ReadableStateCodec: Sendable {
  /// The codec.
  package init() {}

  /// A state, given as bytes of `StateCodec`, as JSON.
  ///
  /// - Complexity: O(bytes), in memory too.
  package func json(of bytes: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("v")
      object.literal("\(StateCodec.format)")
      if let state = state(of: bytes) {
        write(state, to: &object)
      } else {
        object.member("state")
        object.base64(bytes)
      }
    }
    return writer.bytes
  }

  /// The bytes of `StateCodec` that JSON was made of.
  ///
  /// Of a later version's they are bytes that `StateCodec` refuses as such: the engine waits for an upgrade then.
  ///
  /// - Throws: `CodecError`.
  /// - Complexity: O(bytes), in memory too.
  package func bytes(of json: [UInt8]) throws(CodecError) -> [UInt8] {
    var (version, bytes): (UInt64?, [UInt8]?)
    var parts = Parts()
    var reader = JSONReader(json)
    do throws(CodecError) {
      try reader.object { reader, name throws(CodecError) in
        switch name {
        case "v":
          let number = try reader.integer(UInt64.self)
          guard number == StateCodec.format else { throw reader.error(.laterVersion(number)) }
          version = number
        case "state": bytes = try reader.base64()
        default: try parts.read(name, &reader)
        }
      }
      try reader.expectEnd()
    } catch {
      if case .laterVersion(let version) = error.reason { return StateCodec.beginning(ofFormat: version) }
      throw error
    }
    guard version != nil, (bytes == nil) != (parts.rows == nil) else { throw reader.error(.malformed) }
    return bytes ?? StateCodec().bytes(of: parts.state)
  }

  /// The state; nil if it can't be read, or if `jsonb` can't hold it.
  private func state(of bytes: [UInt8]) -> SyncState? {
    guard let state = try? StateCodec().state(of: bytes, schema: SyncSchema(entities: [:])),
      state.parts.settled.rows.values.allSatisfy({ $0.entity.isReadableName && $0.keys.allSatisfy(\.isReadable) })
    else { return nil }
    return state
  }
}

// MARK: - Writing

extension ReadableStateCodec {
  private func write(_ state: SyncState, to writer: inout JSONWriter) {
    let (settled, waiting) = state.parts
    writer.member("seen")
    writer.array { array in
      for replica in settled.seen.replicas {
        array.object { object in
          object.member("number")
          object.literal("\(settled.seen[replica].number)")
          object.stamp(Stamp(clock: settled.seen[replica].clock, replica: replica))
        }
      }
    }
    writer.member("rows")
    writer.array { array in
      for (identity, row) in settled.rows.sorted(by: { $0.key < $1.key }) {
        array.object { write(identity, row, to: &$0) }
      }
    }
    let codec = BatchCodec()
    let kept = waiting.map(codec.envelope) + state.setAside.values.map(\.envelope)
    guard !kept.isEmpty else { return }
    writer.member("waiting")
    writer.array { array in
      for envelope in kept.sorted(by: { $0.header.id < $1.header.id }) { array.base64(codec.bytes(of: envelope)) }
    }
  }

  private func write(_ identity: SyncIdentity, _ row: Row, to writer: inout JSONWriter) {
    writer.member("row")
    writer.text("\(identity)")
    writer.member("entity")
    writer.text(row.entity)
    if let mark = row.mark, !row.values.isEmpty { writer.mark(mark) }
    writer.member("registers")
    writer.array { array in
      for (key, value) in row.values { array.object { $0.register(key, value) } }
      for (key, register) in row.exceptions {
        for leaf in register.leaves {
          array.object { object in
            object.register(key, leaf.value)
            object.mark(Row.Mark(leaf))
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes when, where and how a value was written.
  fileprivate mutating func mark(_ mark: Row.Mark) {
    stamp(mark.stamp)
    flag("derived", mark.isDerived)
    flag("stale", !mark.isFresh)
  }
}

// MARK: - Reading

/// What was read of a state.
private struct Parts {
  private(set) var rows: [SyncIdentity: Row]?
  private var seen = VersionVector()
  private var waiting: [BatchEnvelope] = []

  mutating func read(_ name: String, _ reader: inout JSONReader) throws(CodecError) {
    switch name {
    case "seen":
      for (replica, progress) in try reader.array(of: Self.progress) { seen[replica] = progress }
    case "rows":
      rows = Dictionary(try reader.array(of: Self.row)) { first, _ in first }
    case "waiting":
      waiting = try reader.array { reader throws(CodecError) in try BatchCodec().envelope(of: try reader.base64()) }
    default: throw reader.error(.malformed)
    }
  }

  var state: SyncState {
    var state = SyncState(
      schema: SyncSchema(entities: [:]), settled: ReplicatedRows(rows: rows ?? [:], seen: seen))
    for envelope in waiting { _ = state.merge(envelope) }
    return state
  }

  private static func progress(
    _ reader: inout JSONReader
  ) throws(CodecError) -> (Replica, VersionVector.Progress) {
    var number: UInt64?
    var stamp = PartialStamp()
    try reader.object { reader, name throws(CodecError) in
      if name == "number" { number = try reader.integer() } else { try stamp.read(name, &reader) }
    }
    guard let number, let stamp = stamp.stamp() else { throw reader.error(.malformed) }
    return (stamp.replica, VersionVector.Progress(number: number, clock: stamp.clock))
  }

  private static func row(_ reader: inout JSONReader) throws(CodecError) -> (SyncIdentity, Row) {
    var head = ReadableWrite()
    var registers: [ReadableWrite] = []
    try reader.object { reader, name throws(CodecError) in
      guard name == "registers" else { return try head.read(name, &reader) }
      registers = try reader.array { reader throws(CodecError) in
        var write = ReadableWrite()
        try reader.object { reader, name throws(CodecError) in try write.read(name, &reader) }
        return write
      }
    }
    guard let identity = head.row, let entity = head.entity, head.register == nil else {
      throw reader.error(.malformed)
    }
    var row = Row(entity: entity)
    var exceptions: RowDictionary<RegisterKey, [Leaf]> = [:]
    for write in registers {
      guard let register = write.register, write.row == nil, write.entity == nil, write.keeping.isEmpty,
        let mark = write.mark ?? head.mark, write.hasMark == (write.mark != nil)
      else { throw reader.error(.malformed) }
      if write.hasMark {
        exceptions[register.key] = (exceptions[register.key] ?? []) + [mark.leaf(register.value)]
      } else {
        row.set(register.key, register.value, mark)
      }
    }
    for (key, leaves) in exceptions { row[key] = Register(leaves: leaves) }
    return (identity, row)
  }
}

extension ReadableWrite {
  /// Whether it says anything of when, where and how it was written.
  fileprivate var hasMark: Bool { !stamp.isEmpty || isDerived || isStale }

  /// When, where and how it was written; nil if it does not say all of that.
  fileprivate var mark: Row.Mark? {
    stamp.stamp().map { Row.Mark(stamp: $0, isDerived: isDerived, isFresh: !isStale) }
  }
}
