/// A picture for a screen, with what differs from the one before.
public struct Frame: Hashable, Sendable {
  /// The whole picture.
  public let buffer: CellBuffer
  /// The cells that changed.
  public let runs: [CellRun]
  /// Where the cursor stands; nil hides it.
  public let cursor: Point?
  /// Whether nothing is known about what the screen shows now.
  public let isWhole: Bool

  /// Creates the frame that leads from one picture to the next; from nothing, it holds every cell.
  public init(_ buffer: CellBuffer, cursor: Point? = nil, since old: CellBuffer? = nil) {
    self.buffer = buffer
    self.cursor = cursor
    isWhole = old?.size != buffer.size
    runs = old.map(buffer.changes(since:)) ?? buffer.everything
  }
}
