extension MemoryScreen {
  /// The text on the screen: a line for each row, without spaces at the ends.
  public var drawing: String { buffer.drawing }

  /// The style of the cell in a column of a row.
  public func style(x: Int, y: Int) -> Style { buffer[x, y].style }
}
