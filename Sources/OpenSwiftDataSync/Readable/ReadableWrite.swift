// A written value as members of an object:
//
//   "row", "entity"       the row; in a state the object around it has them
//   "existence"           "inserted", "restored", "deleted", or "other" with a "value"
//   "property"            its name; with "member" a member of a to-many relationship, whose "value" is its order key
//   "unknown", "key"      a part of a kind that a later version writes: its number, and its key in base64
//   "value"               see `JSONWriter.value`
//   "at", "count", "by"   the stamp: milliseconds since 1970, the count within the millisecond if it is not 0, the replica
//   "derived"             true if a rule wrote it
//   "stale"               in a state: true if a deletion of the row knew of it
//   "keeping"             in a batch: stamps of values that stay kept as conflicts

/// A written value of a register with what belongs to it, as far as an object of JSON tells.
///
/// What is not known is refused and not passed over: it would be lost with the next snapshot.
struct ReadableWrite {
  var row: SyncIdentity?
  var entity: String?
  var keeping: [Stamp] = []
  private(set) var stamp = PartialStamp()
  private(set) var isDerived = false
  private(set) var isStale = false
  private var existence: String?
  private var property: String?
  private var member: SyncIdentity?
  private var unknown: UInt64?
  private var key: [UInt8]?
  private var valueGiven: SyncValue?

  init() {}

  /// Reads the value of a member of the object.
  mutating func read(_ name: String, _ reader: inout JSONReader) throws(CodecError) {
    switch name {
    case "row": row = try reader.row()
    case "entity": entity = try reader.text()
    case "existence": existence = try reader.text()
    case "property": property = try reader.text()
    case "member": member = try reader.row()
    case "unknown": unknown = try reader.integer()
    case "key": key = try reader.base64()
    case "value": valueGiven = try reader.value()
    case "derived": isDerived = try reader.boolean()
    case "stale": isStale = try reader.boolean()
    case "keeping":
      keeping = try reader.array { reader throws(CodecError) in
        var stamp = PartialStamp()
        try reader.object { reader, name throws(CodecError) in try stamp.read(name, &reader) }
        guard let stamp = stamp.stamp() else { throw reader.error(.malformed) }
        return stamp
      }
    default: try stamp.read(name, &reader)
    }
  }

  /// The register and its value; nil for an object that names none, or several.
  var register: (key: RegisterKey, value: SyncValue)? {
    switch (existence, property, unknown) {
    case (let existence?, nil, nil):
      let known = Self.existences[existence]
      guard known != nil || existence == "other", let value = known ?? valueGiven, known == nil || valueGiven == nil,
        member == nil, key == nil
      else { return nil }
      return (.existence, value)
    case (nil, let property?, nil):
      guard let valueGiven, key == nil else { return nil }
      return (member.map { .member(property, $0) } ?? .property(property), valueGiven)
    case (nil, nil, let kind?):
      guard let valueGiven, let key, member == nil else { return nil }
      return (.unknown(kind: kind, key: key), valueGiven)
    default: return nil
    }
  }

  fileprivate static let existences: [String: SyncValue] = [
    "inserted": Existence.inserted.value, "restored": Existence.restored.value, "deleted": Existence.deleted.value,
  ]
}

/// The members of a stamp, some of which may be missing.
struct PartialStamp {
  private var milliseconds: UInt64?
  private var counter: UInt16 = 0
  private var replica: Replica?

  /// Whether no member was read.
  private(set) var isEmpty = true

  init() {}

  mutating func read(_ name: String, _ reader: inout JSONReader) throws(CodecError) {
    isEmpty = false
    switch name {
    case "at":
      let number = try reader.integer(UInt64.self)
      guard number < 1 << 48 else { throw reader.error(.malformed) }
      milliseconds = number
    case "count": counter = try reader.integer()
    case "by": replica = Replica(try reader.hexadecimal())
    default: throw reader.error(.malformed)
    }
  }

  /// The stamp; nil if a part of it is missing.
  ///
  /// - Parameter usual: whose it is unless it says so.
  func stamp(of usual: Replica? = nil) -> Stamp? {
    guard let milliseconds, let replica = replica ?? usual else { return nil }
    return Stamp(milliseconds: milliseconds, counter: counter, replica: replica)
  }
}

extension JSONWriter {
  /// Writes the members for a register and its value.
  mutating func register(_ key: RegisterKey, _ value: SyncValue) {
    switch key {
    case .existence:
      let name = ReadableWrite.existences.first { $0.value == value }?.key
      member("existence")
      text(name ?? "other")
      if name != nil { return }
    case .property(let property):
      member("property")
      text(property)
    case .member(let property, let row):
      member("property")
      text(property)
      member("member")
      text("\(row)")
    case .unknown(let kind, let key):
      member("unknown")
      literal("\(kind)")
      member("key")
      base64(key)
    }
    member("value")
    self.value(value)
  }

  /// Writes the members of a stamp.
  ///
  /// - Parameter usual: whose it is unless it says so.
  mutating func stamp(_ stamp: Stamp, of usual: Replica? = nil) {
    member("at")
    literal("\(stamp.milliseconds)")
    if stamp.counter > 0 {
      member("count")
      literal("\(stamp.counter)")
    }
    guard stamp.replica != usual else { return }
    member("by")
    text(String(hexadecimal: stamp.replica.rawValue))
  }

  /// Writes a member that is true, or missing.
  mutating func flag(_ name: String, _ isSet: Bool) {
    guard isSet else { return }
    member(name)
    literal("true")
  }
}
