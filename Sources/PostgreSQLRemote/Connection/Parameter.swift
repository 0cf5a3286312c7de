import CPostgreSQL
import OpenSwiftDataSync

/// A value of a statement, sent in PostgreSQL's binary format.
enum Parameter {
  case boolean(Bool)
  case integer(Int64)
  case integers([Int64])
  case bytes([UInt8])
  case identity(SyncIdentity)
  case identities([SyncIdentity])
  case text(String)

  /// The type's number in `pg_type`, which is fixed for built-in types.
  var type: Oid {
    switch self {
    case .boolean: 16
    case .integer: 20
    case .integers: 1016
    case .bytes: 17
    case .identity: 2950
    case .identities: 2951
    case .text: 25
    }
  }

  /// The value in the binary format, most significant bytes first.
  var encoded: [UInt8] {
    switch self {
    case .boolean(let isTrue): [isTrue ? 1 : 0]
    case .integer(let integer): BinaryFormat.word(UInt64(bitPattern: integer))
    case .integers(let integers):
      BinaryFormat.array(integers.map { BinaryFormat.word(UInt64(bitPattern: $0)) }, elementType: 20)
    case .bytes(let bytes): bytes
    case .identity(let identity): identity.bytes
    case .identities(let identities): BinaryFormat.array(identities.map(\.bytes), elementType: 2950)
    case .text(let text): Array(text.utf8)
    }
  }
}

/// Numbers as PostgreSQL sends and takes them: most significant byte first.
enum BinaryFormat {
  static func word(_ word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
  }

  static func word(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// An array of one dimension: dimensions, whether it has nulls, type, count, lower bound, then length and element.
  static func array(_ elements: [[UInt8]], elementType: UInt32) -> [UInt8] {
    guard !elements.isEmpty else { return half(0) + half(0) + half(elementType) }
    let head = half(1) + half(0) + half(elementType) + half(UInt32(elements.count)) + half(1)
    return head + elements.flatMap { half(UInt32($0.count)) + $0 }
  }

  private static func half(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
  }
}
