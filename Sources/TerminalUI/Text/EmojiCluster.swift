/// Tells which grapheme clusters are one emoji, drawn in two columns, though they have several scalars.
enum EmojiCluster {
  private static let joiner: UInt32 = 0x200D
  private static let emojiStyle: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let blackFlag: UInt32 = 0x1F3F4
  /// The longest in use (a family, or a flag of a subdivision) have less.
  private static let longest = 12

  static func matches(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let base = scalars.first, scalars.count > 1, scalars.count <= longest else { return false }
    if ScalarWidth.isRegionalIndicator(base) {
      return scalars.count == 2 && ScalarWidth.isRegionalIndicator(scalars[1])
    }
    guard base.properties.isEmoji else { return false }
    if base.isASCII { return scalars.last?.value == keycap }
    return scalars.dropFirst().allSatisfy { belongs($0, to: base) }
  }

  private static func belongs(_ scalar: Unicode.Scalar, to base: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case joiner, emojiStyle: true
    case 0xE0020...0xE007F: base.value == blackFlag
    default: scalar.properties.isEmoji && !scalar.isASCII
    }
  }
}
