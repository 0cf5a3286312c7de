/// What a program asks of its terminal besides text and keys.
public struct TerminalFeatures: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reports of the mouse: presses, releases, drags, the wheel.
  ///
  /// Selecting text by the mouse needs Shift then.
  public static let mouse = TerminalFeatures(rawValue: 1)
  /// Reports of the window's focus.
  public static let focus = TerminalFeatures(rawValue: 2)
}
