import Foundation

extension UUID {
  /// A random identifier, of version 4.
  ///
  /// Foundation's initializer opens a file for each, which takes longer than reading a row; and a default value is
  /// evaluated for every model, even for a row that has its own value.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9562#section-5.4
  public static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var bits: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bits) { bytes in
      bytes.storeBytes(of: generator.next(), toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: generator.next(), toByteOffset: 8, as: UInt64.self)
      // Version 4, and the variant of the specification.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: bits)
  }

  /// The identifier that a text spells, or else one derived from the text: always the same for the same text.
  init(naming text: String) { self = UUID(uuidString: text) ?? Self.derived(from: text) }

  /// An identifier of version 8, the version for custom algorithms.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  private static func derived(from text: String) -> UUID {
    var (high, low): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)
    for byte in text.utf8 {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      low = (low ^ UInt64(byte)).byteSwapped &* 0x9e37_79b9_7f4a_7c15
    }
    var mixed = SplitMix64(state: high ^ low)
    high = (high ^ mixed.next()) & ~0xf000 | 0x8000
    low = (low ^ mixed.next()) & ~(0xc0 << 56) | 0x80 << 56
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
