/// Tells which grapheme clusters are one emoji, drawn in two columns, though they have several scalars.
///
/// Only what emoji are made of belongs to one (https://www.unicode.org/reports/tr51/#Definitions): whatever else rides on
/// it, or more joiners and selectors than it needs, would hide.
enum EmojiCluster {
  private static let joiner: UInt32 = 0x200D
  private static let emojiStyle: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let blackFlag: UInt32 = 0x1F3F4
  private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F
  /// The longest in use (a family, or a flag of a subdivision) have less.
  private static let longest = 12

  static func matches(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let base = scalars.first, scalars.count > 1, scalars.count <= longest else { return false }
    if ScalarWidth.isRegionalIndicator(base) {
      return scalars.count == 2 && ScalarWidth.isRegionalIndicator(scalars[1])
    }
    guard base.properties.isEmoji else { return false }
    if base.isASCII { return isKeycap(scalars.dropFirst().map(\.value)) }
    return scalars.indices.dropFirst().allSatisfy { belongs($0, to: scalars) }
  }

  private static func isKeycap(_ values: [UInt32]) -> Bool { values == [keycap] || values == [emojiStyle, keycap] }

  private static func belongs(_ index: Int, to scalars: [Unicode.Scalar]) -> Bool {
    let (previous, next) = (scalars[index - 1], index + 1 < scalars.count ? scalars[index + 1] : nil)
    switch scalars[index].value {
    case joiner: return next.map(isPicture) ?? false && previous.value != joiner
    case emojiStyle: return isPicture(previous)
    case tags: return scalars[0].value == blackFlag && isTag(scalars[index], after: previous, before: next)
    default: return isPicture(scalars[index])
    }
  }

  /// Tags follow the flag, and the last of all ends them.
  private static func isTag(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    let isLast = scalar.value == tags.upperBound
    guard isLast == (next == nil) else { return false }
    return tags.contains(previous.value) || previous.value == blackFlag && !isLast
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }
}
