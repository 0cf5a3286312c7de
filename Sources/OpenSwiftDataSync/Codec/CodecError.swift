/// Why bytes can't be read, and where.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The bytes end within something.
    case truncated
    /// A number is longer than 64 bits.
    case oversizedNumber
    /// A text is not UTF-8.
    case invalidText
    /// More things are announced than there are bytes.
    case impossibleCount(UInt64)
    /// A name or a replica is referred to that was not given.
    case unknownReference(UInt64)
    /// A bit is set that has no meaning.
    case reservedBit
    /// A later version of the program wrote it; an upgrade will read it.
    case laterVersion(UInt64)
    /// There are bytes after the end.
    case trailingBytes
    /// There is something else than is expected there.
    case malformed
  }

  /// What is wrong.
  public let reason: Reason
  /// The offset of the byte at which it was noticed.
  public let offset: Int

  /// One line: what is wrong, where, and what helps.
  public var description: String {
    switch reason {
    case .truncated: "the data ends early, at byte \(offset)"
    case .oversizedNumber: "the number at byte \(offset) is too large"
    case .invalidText: "the text at byte \(offset) is not UTF-8"
    case .impossibleCount(let count): "byte \(offset) announces \(count) parts, more than there is data"
    case .unknownReference(let index): "byte \(offset) refers to name \(index), which is not there"
    case .reservedBit: "byte \(offset) has a bit without a meaning"
    case .laterVersion(let version): "written by a later version (format \(version)); upgrade to read it"
    case .trailingBytes: "there is data after the end, at byte \(offset)"
    case .malformed: "there is something unexpected before byte \(offset)"
    }
  }
}
