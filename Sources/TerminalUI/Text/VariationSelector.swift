/// What becomes of a scalar that chooses between looks of the one before it, and has none itself.
///
/// A row of them can carry any bytes unseen; so only those stay unmarked that people use.
enum VariationSelector {
  /// What is done with it.
  enum Use: Hashable, Sendable {
    /// It changes the look of a character that has several.
    case kept
    /// It changes the width of an emoji in some terminals and not in others.
    case dropped
    /// It means nothing here.
    case marked
  }

  private static let styles: ClosedRange<UInt32> = 0xFE0E...0xFE0F

  static func isOne(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  /// What is done with a selector.
  ///
  /// - Parameters:
  ///   - base: The character before it.
  ///   - isFirst: Whether it is the first after that.
  static func use(of selector: Unicode.Scalar, after base: Unicode.Scalar, isFirst: Bool) -> Use {
    guard isFirst, !base.isASCII else { return .marked }
    if base.properties.isEmoji, styles.contains(selector.value) { return .dropped }
    return base.properties.isIdeographic ? .kept : .marked
  }
}
