import Foundation

/// Writes the bytes of a step.
struct JournalWriter {
  private(set) var data = Data()

  mutating func byte(_ byte: UInt8) { data.append(byte) }

  mutating func count(_ count: Int) { integer(UInt64(count)) }

  /// Seven bits a byte, the lowest first; the high bit says that more follow.
  ///
  /// Source: https://en.wikipedia.org/wiki/LEB128
  mutating func integer(_ integer: UInt64) {
    var rest = integer
    while rest >= 0x80 {
      data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    data.append(UInt8(rest))
  }

  /// Small numbers of either sign become small.
  mutating func signed(_ integer: Int64) {
    self.integer(UInt64(bitPattern: (integer << 1) ^ (integer >> 63)))
  }

  /// Keys as differences to the one before.
  mutating func ascending(_ keys: [Int64]) {
    var last: Int64 = 0
    for key in keys {
      signed(key &- last)
      last = key
    }
  }

  mutating func value(_ value: JournalValue) {
    switch value {
    case .none:
      byte(0)
    case .integer(let integer):
      byte(1)
      signed(integer)
    case .real(let number):
      byte(2)
      withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    case .text(let text):
      byte(3)
      count(text.utf8.count)
      data.append(contentsOf: text.utf8)
    case .uuid(let uuid):
      byte(4)
      withUnsafeBytes(of: uuid.uuid) { data.append(contentsOf: $0) }
    case .keys(let keys):
      byte(5)
      count(keys.count)
      ascending(keys)
    }
  }
}
