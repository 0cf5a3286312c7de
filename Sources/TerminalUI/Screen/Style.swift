/// How a cell looks: two colours and attributes.
///
/// A theme, which gives roles their styles, belongs to the application.
public struct Style: Hashable, Sendable, BitwiseCopyable {
  /// Bold, dim, underlined, reversed, italic, standing out.
  public struct Attributes: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits, one for each attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or brighter.
    public static let bold = Attributes(rawValue: 1)
    /// Dim.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background swapped.
    public static let reverse = Attributes(rawValue: 8)
    /// Italic.
    public static let italic = Attributes(rawValue: 16)
    /// Stands out whatever the terminal can show: with fewer than 16 colours it is reversed instead of coloured.
    public static let standsOut = Attributes(rawValue: 32)
  }

  // First, so that a cell with all of it fits into 16 bytes.
  private var foregroundCode: UInt32
  private var backgroundCode: UInt32

  /// The colour of the letters.
  public var foreground: Color {
    get { Color(code: foregroundCode) }
    set { foregroundCode = newValue.code }
  }
  /// The colour behind them.
  public var background: Color {
    get { Color(code: backgroundCode) }
    set { backgroundCode = newValue.code }
  }
  /// The attributes.
  public var attributes: Attributes

  /// The terminal's own colours without attributes.
  public static let plain = Style()
  /// Plain, and bold.
  public static let bold = Style(attributes: .bold)
  /// Plain, and dim.
  public static let dim = Style(attributes: .dim)
  /// Plain, with the colours swapped.
  public static let reverse = Style(attributes: .reverse)
  /// Plain, and underlined.
  public static let underline = Style(attributes: .underline)

  /// Creates a style.
  public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
    foregroundCode = foreground.code
    backgroundCode = background.code
    self.attributes = attributes
  }

  /// This style with another laid over it: colours that `other` sets win, attributes add up.
  public func overlaid(with other: Style) -> Style {
    var style = self
    // Of codes, as comparing colours takes longer, and rows have many cells.
    if other.foregroundCode != Color.standard.code { style.foregroundCode = other.foregroundCode }
    if other.backgroundCode != Color.standard.code { style.backgroundCode = other.backgroundCode }
    style.attributes.formUnion(other.attributes)
    return style
  }
}
