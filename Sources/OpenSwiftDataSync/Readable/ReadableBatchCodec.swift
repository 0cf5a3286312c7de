// The format:
//
//   {"v":1,"changes":[{…}…]}        the changes in their order; see `ReadableWrite`
//   {"v":1,"payload":"<base64>"}    a payload of which JSON could not give back every byte, as a later version's
//
// Without "by" a change is the batch's replica's. `jsonb` puts the shortest name first, so that the version is read before
// what it is about.

/// Payloads of batches as JSON, for a database whose users query them; nothing of a batch is lost by it.
package struct ReadableBatchCodec: Sendable {
  /// How each payload begins, and nothing else that is pushed.
  private static let beginning = Array(#"{"v":"#.utf8)
  private static let version: UInt64 = 1

  /// The codec.
  package init() {}

  /// Whether bytes begin as a payload or a state in JSON does.
  package static func reads(_ bytes: [UInt8]) -> Bool { bytes.starts(with: beginning) }

  /// The payload of a batch as JSON.
  ///
  /// - Complexity: O(bytes).
  package func json(of envelope: BatchEnvelope) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { object in
      object.member("v")
      object.literal("\(Self.version)")
      if let changes = changes(of: envelope) {
        object.member("changes")
        object.array { array in changes.forEach { Self.write($0, to: &array) } }
      } else {
        object.member("payload")
        object.base64(envelope.payload)
      }
    }
    return writer.bytes
  }

  /// The payload that JSON was made of.
  ///
  /// - Parameter header: that of the batch.
  /// - Throws: `CodecError`.
  /// - Complexity: O(bytes).
  package func payload(of json: [UInt8], _ header: BatchHeader) throws(CodecError) -> [UInt8] {
    var (version, payload, changes): (UInt64?, [UInt8]?, [Change]?)
    var reader = JSONReader(json)
    try reader.object { reader, name throws(CodecError) in
      switch name {
      case "v":
        let number = try reader.integer(UInt64.self)
        guard number == Self.version else { throw reader.error(.laterVersion(number)) }
        version = number
      case "payload": payload = try reader.base64()
      case "changes":
        changes = try reader.array { reader throws(CodecError) in try Self.change(&reader, header.id.replica) }
      default: throw reader.error(.malformed)
      }
    }
    try reader.expectEnd()
    switch (version, payload, changes) {
    case (.some, let payload?, nil): return payload
    case (.some, nil, let changes?): return BatchCodec().envelope(of: Batch(header: header, changes: changes)).payload
    default: throw reader.error(.malformed)
    }
  }

  /// The changes of a batch; nil if they don't say everything that the payload says.
  private func changes(of envelope: BatchEnvelope) -> [Change]? {
    let codec = BatchCodec()
    guard let batch = try? codec.batch(of: envelope), codec.envelope(of: batch) == envelope,
      batch.changes.allSatisfy({ $0.entity.isReadableName && $0.key.isReadable })
    else { return nil }
    return batch.changes
  }

  private static func write(_ change: Change, to writer: inout JSONWriter) {
    let replica = change.stamp.replica
    writer.object { object in
      object.member("row")
      object.text("\(change.row)")
      object.member("entity")
      object.text(change.entity)
      object.register(change.key, change.value)
      object.stamp(change.stamp, of: replica)
      object.flag("derived", change.isDerived)
      guard !change.keeping.isEmpty else { return }
      object.member("keeping")
      object.array { array in
        for stamp in change.keeping { array.object { $0.stamp(stamp) } }
      }
    }
  }

  private static func change(_ reader: inout JSONReader, _ replica: Replica) throws(CodecError) -> Change {
    var write = ReadableWrite()
    try reader.object { reader, name throws(CodecError) in try write.read(name, &reader) }
    guard let row = write.row, let entity = write.entity, let register = write.register, !write.isStale,
      let stamp = write.stamp.stamp(of: replica), stamp.replica == replica
    else { throw reader.error(.malformed) }
    return Change(
      row: row, entity: entity, key: register.key, value: register.value, stamp: stamp, keeping: write.keeping,
      isDerived: write.isDerived)
  }
}

extension String {
  /// Whether `jsonb` can hold the text.
  var isReadableName: Bool { !utf8.contains(0) }
}

extension RegisterKey {
  /// Whether `jsonb` can hold the names in the key.
  var isReadable: Bool {
    switch self {
    case .existence, .unknown: true
    case .property(let name), .member(let name, _): name.isReadableName
    }
  }
}
