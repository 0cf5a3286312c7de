/// How a cell looks: two colours and attributes.
///
/// A theme of roles belongs to the application; this is what a role stands for.
public struct Style: Hashable, Sendable {
  /// The properties of the letter forms.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one for each attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier, or brighter.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter.
    public static let dim = Attributes(rawValue: 2)
    /// With a line below.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
    /// Slanted.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// The properties of the letter forms.
  public var attributes: Attributes

  /// The terminal's own colours without attributes.
  public static let plain = Style()
  /// Plain, and bold.
  public static let bold = Style(attributes: .bold)
  /// Plain, and dim.
  public static let dim = Style(attributes: .dim)
  /// Plain, with the colours exchanged.
  public static let reverse = Style(attributes: .reverse)
  /// Plain, and underlined.
  public static let underline = Style(attributes: .underline)

  /// Creates a style.
  public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// This style with another laid over it: colours that `other` names win, attributes add up.
  public func overlaid(with other: Style) -> Style {
    Style(
      foreground: other.foreground == .standard ? foreground : other.foreground,
      background: other.background == .standard ? background : other.background,
      attributes: attributes.union(other.attributes))
  }
}
