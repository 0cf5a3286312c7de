extension CellLine: CustomStringConvertible {
  /// The text that the cells show, without styles.
  public var description: String {
    cells.lazy.filter { !$0.isContinuation }.map(\.glyph.description).joined()
  }
}
