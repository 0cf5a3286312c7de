import Foundation

/// A value as a store holds it in a column, or the identity of another row.
public enum SyncValue: Sendable {
  /// No value.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// A reference to a row.
  case identity(SyncIdentity)
  /// A value of a kind that a later version writes, kept as it came.
  case opaque(tag: UInt64, bytes: [UInt8])
}

extension SyncValue: Hashable {
  /// Whether both are the same to the last bit: `é` in two forms are two texts, and NaN is itself.
  public static func == (left: SyncValue, right: SyncValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.blob(let left), .blob(let right)): left == right
    case (.identity(let left), .identity(let right)): left == right
    case (.opaque(let left, let leftBytes), .opaque(let right, let rightBytes)):
      left == right && leftBytes == rightBytes
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let integer): hasher.combine(integer)
    case .real(let real): hasher.combine(real.bitPattern)
    // Texts that only differ in form hash alike, which equality allows.
    case .text(let text): hasher.combine(text)
    case .blob(let bytes): hasher.combine(bytes)
    case .identity(let identity): hasher.combine(identity)
    case .opaque(let tag, let bytes):
      hasher.combine(tag)
      hasher.combine(bytes)
    }
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let bytes = bytes.baseAddress, let others = other.baseAddress else { return true }
        return memcmp(bytes, others, other.count) == 0
      }
    }
    return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}
