import Foundation

extension UUID {
  /// The identifier that a text stands for: the one it spells, or one made of it, the same for the same text.
  init(naming text: String) {
    self = UUID(uuidString: text) ?? Self.made(of: text)
  }

  /// An identifier of version 8, which is what one's own ways of making them have.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  private static func made(of text: String) -> UUID {
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
