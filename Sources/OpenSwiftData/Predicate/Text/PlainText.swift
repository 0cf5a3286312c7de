/// A text of ASCII characters, of which Foundation compares each as it stands, but for case.
///
/// Searches look at thousands of texts for each letter that is typed, so eight bytes are looked at together.
struct PlainText {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// Takes bytes that are known to be plain.
  init(plain bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Nil if there are other characters.
  ///
  /// - Complexity: O(n), a few operations for eight bytes.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var place = 0
    while place + Word.size <= bytes.count {
      guard Self.isPlain(Word(bytes, at: place)) else { return nil }
      place += Word.size
    }
    guard bytes[place...].allSatisfy(Self.isPlain) else { return nil }
  }

  /// Whether Foundation compares a byte as a character.
  static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != carriageReturn && byte != 0 }

  private static func isPlain(_ word: Word) -> Bool {
    word.isASCII && word.placesOfZero.isEmpty && word.differences(from: carriageReturn).placesOfZero.isEmpty
  }

  /// It is one character with the line feed after it.
  private static let carriageReturn: UInt8 = 0x0D

  /// Whether another text is in this one, whatever the case of letters.
  ///
  /// - Complexity: O(n) for usual texts; O(n m) for a part of m bytes at worst.
  func contains(_ part: PlainText) -> Bool {
    guard let first = part.bytes.first, bytes.count >= part.bytes.count else { return false }
    let end = bytes.count - part.bytes.count + 1
    var place = 0
    while place + Word.size <= end {
      // Bytes that differ in this bit alone are the same letter, or are compared and found to be others.
      var places = Word(bytes, at: place).settingCaseBits.differences(from: first | Self.caseBit).placesOfZero
      while let offset = places.next() {
        if has(part, at: place + offset) { return true }
      }
      place += Word.size
    }
    return place < end && (place..<end).contains { has(part, at: $0) }
  }

  private func has(_ part: PlainText, at place: Int) -> Bool {
    part.bytes.indices.allSatisfy { Self.lowercased(bytes[place + $0]) == Self.lowercased(part.bytes[$0]) }
  }

  fileprivate static let caseBit: UInt8 = 0x20

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | caseBit : byte }
}

/// Eight bytes of a text.
private struct Word {
  static let size = MemoryLayout<UInt64>.size

  private let bits: UInt64

  private init(_ bits: UInt64) { self.bits = bits }

  init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    // The first byte is the lowest one, wherever this runs.
    bits = UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func filled(with byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  var isASCII: Bool { bits & Self.filled(with: 0x80) == 0 }

  /// The same with the bit set by which small letters differ from capitals.
  var settingCaseBits: Word { Word(bits | Self.filled(with: PlainText.caseBit)) }

  /// The bits in which each byte differs from one.
  func differences(from byte: UInt8) -> Word { Word(bits ^ Self.filled(with: byte)) }

  /// Where there are bytes of zero; behind the first one there may be others that are one.
  ///
  /// Source: https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord
  var placesOfZero: Places { Places((bits &- Self.filled(with: 1)) & ~bits & Self.filled(with: 0x80)) }

  /// Places of bytes in a word.
  struct Places: IteratorProtocol {
    /// The highest bit of each byte.
    private var marks: UInt64

    init(_ marks: UInt64) { self.marks = marks }

    var isEmpty: Bool { marks == 0 }

    mutating func next() -> Int? {
      guard marks != 0 else { return nil }
      defer { marks &= marks &- 1 }
      return marks.trailingZeroBitCount / UInt8.bitWidth
    }
  }
}
