extension Rect {
  /// The cell at the top left.
  var corner: Point { Point(x: x, y: y) }
}
