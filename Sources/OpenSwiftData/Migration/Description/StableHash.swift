/// A 64-bit FNV-1a hash: the same in every process and on every machine, unlike `Hasher`.
///
/// Source: https://datatracker.ietf.org/doc/draft-eastlake-fnv/
struct StableHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds a text, and an end mark that keeps "ab", "c" apart from "a", "bc".
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xff)
  }

  mutating func combine(_ isTrue: Bool) { combine(isTrue ? 1 : 0 as UInt8) }

  private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
