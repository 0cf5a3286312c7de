/// One column of one row: a glyph, or the right half of the wide glyph before it.
///
/// Only ``CellLine`` makes cells from text, so none holds anything that a terminal would obey.
/// - Complexity: a cell is 16 bytes without references; copying many is copying memory.
public struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// The glyph; a space in the right half of a wide one.
  public let glyph: Glyph
  /// Its colours and attributes.
  public var style: Style
  /// How many columns the glyph takes: 1 or 2; 0 in the right half of a wide glyph.
  public let width: UInt8
  /// Whether it belongs to a text that has letters written from right to left.
  ///
  /// Where such cells end, a screen ends the text for terminals that reorder letters themselves.
  var isOfRightToLeftText = false

  /// A space in the plain style.
  public static var blank: Cell { .blank(Style()) }

  /// A space in a style.
  public static func blank(_ style: Style) -> Cell { Cell(glyph: .space, width: 1, style: style) }

  init(glyph: Glyph, width: UInt8, style: Style) {
    self.glyph = glyph
    self.width = width
    self.style = style
  }

  /// Whether it is the right half of the wide glyph before it.
  public var isContinuation: Bool { width == 0 }

  static func continuation(_ style: Style) -> Cell { Cell(glyph: .space, width: 0, style: style) }
}
