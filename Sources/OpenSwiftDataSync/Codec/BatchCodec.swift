// The format. Numbers are LEB128, identities 16 bytes, texts and blobs have their length before them.
//
//   envelope  "OSDS" format header payload-length payload
//   header    replica(8) number clock(8) fingerprint(8) vector
//   vector    count (replica(8) number clock(8))…
//   payload   format names rows-count (entity identity changes-count change…)…
//   change    head [clock-delta] [keeping] key value
//   head      bits 0–3 kind, 4 clock differs from the one before, 5 keeps stamps, 6 derived, 7 reserved
//
// What a later version adds must fit in: a new kind of register is kind 15 with its own number, a new kind of value has
// a tag above 5 and a length. This version keeps both as they are and merges them. Only what can't be said so raises the
// format of the payload, and such batches are set aside.

/// Batches as bytes: versioned, compact, and safe to read whoever wrote them.
public struct BatchCodec: Sendable {
  private static let signature = Array("OSDS".utf8)
  private static let envelopeFormat: UInt64 = 1
  private static let payloadFormat: UInt64 = 1

  private enum Head {
    static let kind: UInt8 = 0x0F
    static let clock: UInt8 = 0x10
    static let keeping: UInt8 = 0x20
    static let derived: UInt8 = 0x40
    static let reserved: UInt8 = 0x80
  }

  /// The payload formats that can be read; tests widen them to see an upgrade.
  private let formats: ClosedRange<UInt64>

  /// The codec.
  public init() { self.init(formats: 1...Self.payloadFormat) }

  init(formats: ClosedRange<UInt64>) { self.formats = formats }
}

// MARK: - Envelopes

extension BatchCodec {
  /// The bytes of an envelope, for a remote that keeps files.
  public func bytes(of envelope: BatchEnvelope) -> [UInt8] {
    var writer = ByteWriter()
    Self.signature.forEach { writer.byte($0) }
    writer.number(Self.envelopeFormat)
    writer.header(envelope.header)
    writer.blob(envelope.payload)
    return writer.bytes
  }

  /// Reads what `bytes(of:)` gave.
  ///
  /// - Throws: `CodecError`.
  public func envelope(of bytes: [UInt8]) throws(CodecError) -> BatchEnvelope {
    var reader = ByteReader(bytes)
    for expected in Self.signature where try reader.byte() != expected { throw reader.error(.reservedBit) }
    let format = try reader.number()
    guard format == Self.envelopeFormat else { throw reader.error(.laterVersion(format)) }
    let envelope = BatchEnvelope(header: try reader.header(), payload: try reader.blob())
    try reader.expectEnd()
    return envelope
  }

  /// The envelope of a batch.
  ///
  /// - Complexity: O(changes).
  public func envelope(of batch: Batch) -> BatchEnvelope {
    BatchEnvelope(header: batch.header, payload: payload(of: batch))
  }

  /// How many rows a batch changes, without reading them; 0 for one that can't be read.
  func rowCount(of envelope: BatchEnvelope) -> Int {
    var reader = ByteReader(envelope.payload)
    guard let format = try? reader.number(), formats.contains(format),
      (try? reader.list { reader throws(CodecError) in try reader.text() }) != nil
    else { return 0 }
    return (try? reader.count()) ?? 0
  }

  /// The batch in an envelope.
  ///
  /// - Throws: `CodecError`.
  /// - Complexity: O(bytes).
  public func batch(of envelope: BatchEnvelope) throws(CodecError) -> Batch {
    var reader = ByteReader(envelope.payload)
    let format = try reader.number()
    guard formats.contains(format) else { throw reader.error(.laterVersion(format)) }
    let names = try reader.list { reader throws(CodecError) in try reader.text() }
    var changes: [Change] = []
    var clock = envelope.header.clock
    for _ in 0..<(try reader.count()) {
      let entity = try reader.element(of: names)
      let row = try reader.identity()
      for _ in 0..<(try reader.count()) {
        changes.append(try Self.change(&reader, row, entity, names, envelope.header.id.replica, &clock))
      }
    }
    try reader.expectEnd()
    return Batch(header: envelope.header, changes: changes)
  }
}

// MARK: - Payloads

extension BatchCodec {
  private func payload(of batch: Batch) -> [UInt8] {
    var names = NumberTable<String>()
    var body = ByteWriter()
    var clock = batch.header.clock
    let rows = Self.runs(of: batch.changes)
    body.count(rows.count)
    for run in rows {
      let first = batch.changes[run.lowerBound]
      body.count(names.number(of: first.entity))
      body.identity(first.row)
      body.count(run.count)
      for change in batch.changes[run] { Self.write(change, to: &body, &names, &clock) }
    }
    var head = ByteWriter()
    head.number(formats.upperBound)
    head.count(names.elements.count)
    names.elements.forEach { head.text($0) }
    return head.bytes + body.bytes
  }

  /// Where changes of one row follow each other.
  private static func runs(of changes: [Change]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in changes.indices.dropFirst()
    where changes[index].row != changes[start].row || changes[index].entity != changes[start].entity {
      runs.append(start..<index)
      start = index
    }
    return changes.isEmpty ? [] : runs + [start..<changes.count]
  }

  private static func write(
    _ change: Change, to writer: inout ByteWriter, _ names: inout NumberTable<String>, _ clock: inout UInt64
  ) {
    var head = change.key.kind
    if change.stamp.clock != clock { head |= Head.clock }
    if !change.keeping.isEmpty { head |= Head.keeping }
    if change.isDerived { head |= Head.derived }
    writer.byte(head)
    if change.stamp.clock != clock { writer.signed(Int64(bitPattern: change.stamp.clock &- clock)) }
    clock = change.stamp.clock
    if !change.keeping.isEmpty {
      writer.count(change.keeping.count)
      for stamp in change.keeping { writer.stamp(stamp) }
    }
    writer.key(change.key, &names)
    writer.value(change.value)
  }

  private static func change(
    _ reader: inout ByteReader, _ row: SyncIdentity, _ entity: String, _ names: [String], _ replica: Replica,
    _ clock: inout UInt64
  ) throws(CodecError) -> Change {
    let head = try reader.byte()
    guard head & Head.reserved == 0 else { throw reader.error(.reservedBit) }
    if head & Head.clock != 0 { clock = clock &+ UInt64(bitPattern: try reader.signed()) }
    let keeping =
      head & Head.keeping == 0 ? [] : try reader.list { reader throws(CodecError) in try reader.stamp() }
    let key = try reader.key(kind: head & Head.kind, names)
    return Change(
      row: row, entity: entity, key: key, value: try reader.value(), stamp: Stamp(clock: clock, replica: replica),
      keeping: keeping, isDerived: head & Head.derived != 0)
  }
}

// MARK: - Headers

extension ByteWriter {
  mutating func stamp(_ stamp: Stamp) {
    word(stamp.clock)
    word(stamp.replica.rawValue)
  }

  package mutating func header(_ header: BatchHeader) {
    word(header.id.replica.rawValue)
    number(header.id.number)
    word(header.clock)
    word(header.fingerprint)
    vector(header.vector)
  }

  package mutating func vector(_ vector: VersionVector) {
    count(vector.count)
    for replica in vector.replicas {
      word(replica.rawValue)
      number(vector[replica].number)
      word(vector[replica].clock)
    }
  }
}

extension ByteReader {
  mutating func stamp() throws(CodecError) -> Stamp { Stamp(clock: try word(), replica: Replica(try word())) }

  mutating func header() throws(CodecError) -> BatchHeader {
    let id = BatchID(replica: Replica(try word()), number: try number())
    let clock = try word()
    let fingerprint = try word()
    return BatchHeader(id: id, vector: try vector(), clock: clock, fingerprint: fingerprint)
  }

  package mutating func vector() throws(CodecError) -> VersionVector {
    var vector = VersionVector()
    for _ in 0..<(try count()) {
      let replica = Replica(try word())
      vector[replica] = VersionVector.Progress(number: try number(), clock: try word())
    }
    return vector
  }
}

extension BatchCodec {
  /// The batch, if this version can read it and it does not contradict itself.
  func readable(_ envelope: BatchEnvelope) -> Batch? {
    guard let batch = try? batch(of: envelope), (try? batch.validate()) != nil else { return nil }
    return batch
  }

  /// Whether a batch that was set aside can be merged by this version.
  func isReadable(_ envelope: BatchEnvelope) -> Bool { readable(envelope) != nil }
}
