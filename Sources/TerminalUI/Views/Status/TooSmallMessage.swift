/// What is shown instead of a screen that has no room.
public struct TooSmallMessage: Sendable {
  /// The size that would do.
  public let minimum: Size

  /// Creates the message.
  public init(minimum: Size) { self.minimum = minimum }

  /// Draws the message if the canvas is too small.
  ///
  /// - Returns: Whether it is.
  public func render(into canvas: inout Canvas) -> Bool {
    guard !canvas.buffer.size.holds(minimum) else { return false }
    let area = canvas.bounds.split(top: (canvas.bounds.height - 1) / 2).rest
    canvas.draw("too small: needs \(minimum.width)×\(minimum.height)", in: area)
    return true
  }
}
