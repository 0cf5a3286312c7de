/// The looks of what is laid over a screen, by role; a theme makes one for all.
public struct OverlayStyle: Hashable, Sendable {
  /// Frame, and the space inside.
  public var frame = Style.plain
  /// Texts.
  public var text = Style.plain
  /// What matters less, and what can't be done now.
  public var detail = Style.dim
  /// Keys.
  public var key = Style.bold
  /// Laid over what is selected.
  public var selection = Style.reverse
  /// Laid over letters that a search found.
  public var highlight = Style(attributes: [.bold, .underline])
  /// Why something can't be done.
  public var problem = Style.bold

  /// Creates the looks of a terminal without colours.
  public init() {}
}
