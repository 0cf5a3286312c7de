/// One column of one row: a glyph, or the right half of the wide glyph before it.
///
/// Only ``CellLine`` makes cells from text, so none holds anything that a terminal would obey.
/// - Complexity: a cell is 16 bytes without references; copying many is copying memory.
public struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// The glyph; a space in the right half of a wide one.
  public let glyph: Glyph
  /// Its colours and attributes.
  public var style: Style
  /// The width in two bits, the direction in one, the upper bits of the link's number in the rest.
  private var bits: UInt8
  private var lowerLinkBits: UInt16 = 0

  /// A space in the plain style.
  public static var blank: Cell { .blank(Style()) }

  /// A space in a style.
  public static func blank(_ style: Style) -> Cell { Cell(glyph: .space, width: 1, style: style) }

  init(glyph: Glyph, width: UInt8, style: Style) {
    self.glyph = glyph
    bits = width
    self.style = style
  }

  /// How many columns the glyph takes: 1 or 2; 0 in the right half of a wide glyph.
  public var width: UInt8 { bits & Self.widthBits }

  /// Whether it is the right half of the wide glyph before it.
  public var isContinuation: Bool { width == 0 }

  /// Where it leads on terminals that know links; nil if it is none.
  public var link: LinkTarget? { linkNumber == 0 ? nil : CellNumbers.links.value(linkNumber) }

  /// Whether it belongs to a text that has letters written from right to left.
  ///
  /// Where such cells end, a screen ends the text for terminals that reorder letters themselves.
  var isOfRightToLeftText: Bool {
    get { bits & Self.directionBit != 0 }
    set { bits = newValue ? bits | Self.directionBit : bits & ~Self.directionBit }
  }

  /// The number of its link; 0 if it is none.
  var linkNumber: UInt32 {
    get { UInt32(bits >> Self.linkShift) << 16 | UInt32(lowerLinkBits) }
    set {
      let others = Self.widthBits | Self.directionBit
      bits = bits & others | UInt8(truncatingIfNeeded: newValue >> 16) << Self.linkShift
      lowerLinkBits = UInt16(truncatingIfNeeded: newValue)
    }
  }

  private static let widthBits: UInt8 = 0b11
  private static let directionBit: UInt8 = 0b100
  private static let linkShift: UInt8 = 3

  static func continuation(_ style: Style) -> Cell { Cell(glyph: .space, width: 0, style: style) }
}
