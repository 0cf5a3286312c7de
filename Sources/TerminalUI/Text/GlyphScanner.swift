import Foundation

/// Turns text into glyphs; nothing else does.
///
/// Grapheme clusters come from the standard library. An emoji is one glyph of two columns. Any other cluster is divided
/// at its spacing scalars, because terminals advance for each of them. Scalars that a terminal would obey, or that are
/// invisible, become visible marks of one column; combining marks that do not fit into a cell are dropped.
enum GlyphScanner {
  /// A cell of curses holds a base and four more (CCHARW_MAX).
  static let marksPerBase = 4

  /// Calls `emit` with each glyph of a character and its width.
  static func scan(_ character: Character, _ emit: (Glyph, Int) -> Void) {
    let view = character.unicodeScalars
    let second = view.index(after: view.startIndex)
    guard second < view.endIndex else { return scanSingle(view[view.startIndex], emit) }
    let scalars = Array(view.prefix(64))
    if EmojiCluster.matches(scalars) { return emit(Glyph(scalars), 2) }
    if ScalarWidth.columns(of: scalars[0]) == 2 { return scanComposed(scalars, emit) }
    return scanPieces(scalars, emit)
  }

  /// Scans scalars with letters and marks made one where there is one for them, as in Hangul and kana.
  ///
  /// Curses draws a scalar of two columns without the marks behind it.
  private static func scanComposed(_ scalars: [Unicode.Scalar], _ emit: (Glyph, Int) -> Void) {
    let text = String(String.UnicodeScalarView(scalars))
    let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
    return scalars.count == 1 ? scanSingle(scalars[0], emit) : scanPieces(scalars, emit)
  }

  private static func scanSingle(_ scalar: Unicode.Scalar, _ emit: (Glyph, Int) -> Void) {
    // Looked up once, as that takes most of the time.
    let category = scalar.properties.generalCategory
    if let mark = VisibleMark.mark(for: scalar, category) { return emit(Glyph(mark), 1) }
    let width = ScalarWidth.columns(of: scalar, category)
    if width == 0 { emit(Glyph(["◌", scalar]), 1) } else { emit(Glyph(scalar), width) }
  }

  /// What a scalar does within a cluster.
  private enum Part {
    case joins
    case vanishes
    case begins(Unicode.Scalar)
  }

  private static func scanPieces(_ scalars: [Unicode.Scalar], _ emit: (Glyph, Int) -> Void) {
    var piece: [Unicode.Scalar] = []
    var hasSelector = false
    for scalar in scalars {
      switch part(scalar, after: piece, hasSelector) {
      case .joins: if piece.count <= marksPerBase { piece.append(scalar) }
      case .vanishes: break
      case .begins(let shown):
        finish(piece, emit)
        piece = [shown]
      }
      hasSelector = VariationSelector.isSelector(scalar) || hasSelector && piece.count > 1
    }
    finish(piece, emit)
  }

  private static func part(_ scalar: Unicode.Scalar, after piece: [Unicode.Scalar], _ hasSelector: Bool) -> Part {
    if let base = piece.first, VariationSelector.isSelector(scalar) {
      switch VariationSelector.use(of: scalar, after: base, isFirst: piece.count == 1 && !hasSelector) {
      case .kept: return .joins
      case .dropped: return .vanishes
      case .marked: return .begins(VisibleMark.invisible)
      }
    }
    if JoinerControl.belongs(scalar, to: piece) { return .joins }
    if let mark = VisibleMark.mark(for: scalar) { return .begins(mark) }
    return !piece.isEmpty && ScalarWidth.isZero(scalar) ? .joins : .begins(scalar)
  }

  private static func finish(_ piece: [Unicode.Scalar], _ emit: (Glyph, Int) -> Void) {
    guard let base = piece.first else { return }
    let width = ScalarWidth.columns(of: base)
    if width == 0 { emit(Glyph(["◌"] + piece.prefix(marksPerBase)), 1) } else { emit(Glyph(piece), width) }
  }
}

// MARK: - Emoji

/// Recognizes clusters of several scalars that are one emoji, drawn in two columns.
///
/// Only the scalars that emoji are made of belong to one (https://www.unicode.org/reports/tr51/#Definitions): any other
/// scalar, and joiners and selectors that it does not need, would be hidden in it.
enum EmojiCluster {
  private static let joiner: UInt32 = 0x200D
  private static let emojiStyle: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let blackFlag: UInt32 = 0x1F3F4
  private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F
  /// The longest in use (a family, the flag of a subdivision) are shorter.
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

  /// Tags follow the black flag, and the cancel tag ends them.
  private static func isTag(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    let isLast = scalar.value == tags.upperBound
    guard isLast == (next == nil) else { return false }
    return tags.contains(previous.value) || previous.value == blackFlag && !isLast
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }
}

// MARK: - Variation selectors

/// Decides which variation selectors stay: they choose a look of the scalar before and are invisible themselves.
///
/// A sequence of them can carry any data unseen, so those without a use are shown as marks.
enum VariationSelector {
  /// What to do with a selector.
  enum Use: Hashable, Sendable {
    /// Keep it: it chooses between forms of an ideograph.
    case kept
    /// Drop it: it changes the width of an emoji in some terminals and not in others.
    case dropped
    /// Mark it: it has no meaning here.
    case marked
  }

  private static let styles: ClosedRange<UInt32> = 0xFE0E...0xFE0F

  static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  /// What to do with a selector.
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

// MARK: - Joiners

/// Decides where a zero width joiner or non-joiner has a use and needs no mark.
///
/// Persian has a non-joiner between a letter and an ending, Indic scripts have either after a virama. Elsewhere, and
/// repeated, they could carry data unseen. The rules are those for host names (RFC 5892,
/// https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1), applied to the scalars before only: those after are another
/// cluster.
enum JoinerControl {
  private static let nonJoiner: UInt32 = 0x200C
  private static let joiner: UInt32 = 0x200D

  /// Whether a scalar is a joiner or non-joiner that belongs to the letter before it.
  ///
  /// - Parameter piece: The scalars of the cell so far, base first.
  static func belongs(_ scalar: Unicode.Scalar, to piece: [Unicode.Scalar]) -> Bool {
    guard scalar.value == nonJoiner || scalar.value == joiner, let base = piece.first, let last = piece.last else {
      return false
    }
    if last.properties.canonicalCombiningClass == .virama { return true }
    // A second non-joiner has no use.
    return scalar.value == nonJoiner && last.value != nonJoiner && joins(base)
  }

  /// Whether a letter is joined to its neighbours, as in Arabic and Syriac.
  private static func joins(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x620...0x74F, 0x750...0x77F, 0x860...0x8C9, 0xFB50...0xFDFB, 0xFE70...0xFEFC:
      letter.properties.generalCategory == .otherLetter
    default: false
    }
  }
}
