import Foundation

/// The identity of a row on all machines: 128 bits.
///
/// Most are random. Where two machines must mean the same row without having talked, the identity is derived: from a
/// unique name (`init(space:entity:name:)`) or from the cause of what a rule creates (`init(cause:detail:)`).
public struct SyncIdentity: Hashable, Comparable, Sendable {
  /// The first 8 bytes, most significant first.
  public let high: UInt64
  /// The last 8 bytes, most significant first.
  public let low: UInt64

  /// The identity with two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random identity, in the form of a UUID of version 4.
  ///
  /// - Parameter generator: the source of randomness; tests give a seeded one.
  public static func random(using generator: inout some RandomNumberGenerator) -> SyncIdentity {
    SyncIdentity(high: generator.next(), low: generator.next()).marked(version: 4)
  }

  /// A random identity, in the form of a UUID of version 4.
  public static func random() -> SyncIdentity {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Whether the left bytes come first.
  public static func < (left: SyncIdentity, right: SyncIdentity) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

// MARK: - Coding

extension SyncIdentity: CustomStringConvertible {
  /// The 16 bytes.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The 16 bytes, for as long as the body runs.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
  }

  /// The identity with 16 bytes; nil for another number of them.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The same for bytes in memory.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// The usual form of a UUID, in lower case.
  public var description: String {
    let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}

// MARK: - Derivation

// UUIDs of version 5, as the RFC has them, and not a derivation of our own: any tool (`uuid_generate_v5` of PostgreSQL,
// `uuid.uuid5` of Python) can compute and check them, and there are published test vectors. The hash that the RFC asks
// for is SHA-1, which neither the standard library nor Foundation offers here; `NameDigest` implements it, for names
// only: nothing is kept secret or authentic by it.
extension SyncIdentity {
  /// The identity of the row of an entity that has a unique name: the same on every machine.
  ///
  /// - Parameters:
  ///   - space: the space that the row belongs to.
  ///   - entity: the name of the entity.
  ///   - name: the unique name; folded before, so that names that the entity takes for the same give the same.
  /// - Complexity: O(length of the names).
  public init(space: SyncIdentity, entity: String, name: String) {
    // In two steps, so that no entity's end can be taken for a name's beginning.
    self.init(namespace: SyncIdentity(namespace: space, name: entity), name: name)
  }

  /// The identity of a row that a rule creates, so that it is created once however many machines apply the rule.
  ///
  /// - Parameters:
  ///   - cause: the row that the rule started from, for instance a series of recurring items.
  ///   - detail: what tells the rows of one cause apart, for instance the due date.
  public init(cause: SyncIdentity, detail: String) {
    self.init(namespace: SyncIdentity(namespace: cause, name: "cause"), name: detail)
  }

  /// The UUID of version 5 of a name in a namespace.
  ///
  /// Source: RFC 4122, section 4.3. The name is brought to its composed form (NFC) first: Swift takes both forms for
  /// the same text.
  public init(namespace: SyncIdentity, name: String) {
    // Of ASCII there is one form only.
    let isComposed = name.utf8.allSatisfy { $0 < 0x80 }
    let digest = NameDigest.sha1(
      namespace.bytes + Array((isComposed ? name : name.precomposedStringWithCanonicalMapping).utf8))
    let bits = { (start: Int) in digest[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self = SyncIdentity(high: bits(0), low: bits(8)).marked(version: 5)
  }

  /// The same bits, but for the six that say that this is a UUID and of which version.
  private func marked(version: UInt64) -> SyncIdentity {
    SyncIdentity(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | version << 12,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
