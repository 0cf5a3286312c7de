/// What the bytes of a text are: SQLite stores any bytes as a text, and a `String` is always well-formed.
///
/// `String(decoding:as:)` looks at each character of a text that isn't ASCII; most of such a text is. Here runs of ASCII
/// are passed sixteen bytes at a time.
enum TextBytes {
  case ascii
  case wellFormed
  case malformed

  init(_ bytes: UnsafeRawBufferPointer) {
    var index = Self.endOfASCII(bytes, from: 0)
    self = index < bytes.count ? .wellFormed : .ascii
    while index < bytes.count {
      let length = Self.lengthOfCharacter(bytes, at: index)
      guard length > 0 else {
        self = .malformed
        return
      }
      index = Self.endOfASCII(bytes, from: index &+ length)
    }
  }

  @inline(__always)
  private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while bytes.count &- index >= 16 {
      let high = highBits(bytes, at: index)
      guard high == 0 else { return index &+ high.trailingZeroBitCount / 8 }
      let next = highBits(bytes, at: index &+ 8)
      guard next == 0 else { return index &+ 8 &+ next.trailingZeroBitCount / 8 }
      index &+= 16
    }
    while index < bytes.count, bytes[index] < 0x80 { index &+= 1 }
    return index
  }

  /// The highest bit of each of eight bytes, the first byte's in the lowest byte.
  @inline(__always)
  private static func highBits(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) & 0x8080_8080_8080_8080
  }

  /// The length of the character beyond ASCII at an index; 0 if it is malformed.
  ///
  /// Source: The Unicode Standard, table 3-7, https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506
  @inline(__always)
  private static func lengthOfCharacter(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let (first, rest) = (bytes[index], bytes.count &- index &- 1)
    switch first {
    case 0xC2...0xDF:
      return rest >= 1 && isTail(bytes[index &+ 1]) ? 2 : 0
    case 0xE0...0xEF:
      guard rest >= 2, isTail(bytes[index &+ 1]), isTail(bytes[index &+ 2]) else { return 0 }
      let second = bytes[index &+ 1]
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard rest >= 3, isTail(bytes[index &+ 1]), isTail(bytes[index &+ 2]), isTail(bytes[index &+ 3]) else { return 0 }
      let second = bytes[index &+ 1]
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
    default:
      return 0
    }
  }

  @inline(__always)
  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

extension String {
  /// Makes a text of bytes; each malformed part becomes a replacement character.
  init(columnText bytes: UnsafeBufferPointer<UInt8>) {
    switch TextBytes(UnsafeRawBufferPointer(bytes)) {
    // Sound as unchecked: just checked.
    case .ascii: self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
    case .wellFormed: self.init(copying: UTF8Span(unchecked: bytes.span))
    case .malformed: self.init(decoding: bytes, as: UTF8.self)
    }
  }
}
