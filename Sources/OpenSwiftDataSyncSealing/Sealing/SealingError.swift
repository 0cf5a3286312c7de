import OpenSwiftDataSync

/// Why bytes of a remote can't be sealed or opened, or not be read where nothing is sealed.
public enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The remote has sealed batches, and none of them was sealed with this key.
  case wrongKey
  /// These bytes were sealed with another key than others of the space.
  case anotherKey
  /// The bytes were cut, changed, or moved under another header: the seal does not hold.
  case damaged
  /// The bytes begin with a format that this version does not know; they may not be sealed at all.
  case unknownFormat(UInt8)
  /// There are more bytes than are taken, packed or unpacked.
  case tooLarge(bytes: UInt64, limit: Int)
  /// The seal holds, but what is in it can't be unpacked: the program that sealed it has a fault.
  case unpackable
  /// The bytes are sealed, and the space is readable.
  case sealed
  /// The bytes are readable, and the space is sealed.
  case notSealed
  /// The bytes of a readable space are no JSON that this version can read.
  case unreadable(CodecError)

  /// One line: what is wrong, and what helps.
  public var description: String {
    switch self {
    case .wrongKey: "this is not the key of the space: none of its batches can be opened; join with a new invitation"
    case .anotherKey: "sealed with another key than the space's; whoever wrote it must join with a new invitation"
    case .damaged: "damaged, or changed by somebody without the key"
    case .unknownFormat(let format): "not sealed in a way that this version knows (format \(format))"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes are more than the \(limit) that are taken"
    case .unpackable: "sealed with the space's key, but its content can't be unpacked"
    case .sealed: "sealed, and the space is readable; whoever wrote it must join with a new invitation"
    case .notSealed: "not sealed, and the space is; whoever wrote it must join with a new invitation"
    case .unreadable(let error): "\(error)"
    }
  }
}
