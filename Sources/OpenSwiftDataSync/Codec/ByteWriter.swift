/// Appends numbers, texts and values to bytes; `ByteReader` reads them.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// An integer of 7 bits a byte, the lowest first; the high bit says that more follow (LEB128).
  package mutating func number(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func count(_ count: Int) { number(UInt64(count)) }

  /// An integer whose sign is in the lowest bit, so that small negative ones are short.
  mutating func signed(_ integer: Int64) { number(UInt64(bitPattern: integer << 1 ^ integer >> 63)) }

  package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// 8 bytes, the most significant first.
  package mutating func word(_ word: UInt64) {
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func identity(_ identity: SyncIdentity) {
    word(identity.high)
    word(identity.low)
  }

  package mutating func text(_ text: String) {
    let text = text.utf8
    count(text.count)
    bytes.append(contentsOf: text)
  }

  package mutating func blob(_ blob: [UInt8]) {
    count(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// A tag and what belongs to it.
  ///
  /// Tags that a later version adds are followed by a length.
  mutating func value(_ value: SyncValue) {
    switch value {
    case .null: byte(ValueTag.null)
    case .integer(let integer):
      byte(ValueTag.integer)
      signed(integer)
    case .real(let real):
      byte(ValueTag.real)
      word(real.bitPattern)
    case .text(let text):
      byte(ValueTag.text)
      self.text(text)
    case .blob(let bytes):
      byte(ValueTag.blob)
      blob(bytes)
    case .identity(let identity):
      byte(ValueTag.identity)
      self.identity(identity)
    case .opaque(let tag, let bytes):
      number(max(tag, UInt64(ValueTag.identity) + 1))
      blob(bytes)
    }
  }
}

/// The tags of the values that this version knows.
enum ValueTag {
  static let null: UInt8 = 0
  static let integer: UInt8 = 1
  static let real: UInt8 = 2
  static let text: UInt8 = 3
  static let blob: UInt8 = 4
  static let identity: UInt8 = 5
}
