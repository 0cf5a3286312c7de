extension Rect {
  /// The part without this many columns and rows at each side.
  public func inset(columns dx: Int, rows dy: Int) -> Rect {
    Rect(x: x + min(dx, width), y: y + min(dy, height), width: width - 2 * dx, height: height - 2 * dy)
  }

  /// One row of it, counted from its top; empty if there is none.
  public func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: 1).intersection(self)
  }

  /// Cuts rows off the top, as many as there are.
  public func split(top count: Int) -> (top: Rect, rest: Rect) {
    let cut = y + count.clamped(to: 0...height)
    return (Rect(columns: columns, rows: y..<cut), Rect(columns: columns, rows: cut..<rows.upperBound))
  }

  /// Cuts rows off the bottom, as many as there are.
  public func split(bottom count: Int) -> (rest: Rect, bottom: Rect) {
    let (top, rest) = split(top: height - count.clamped(to: 0...height))
    return (top, rest)
  }

  /// Cuts columns off the left, as many as there are.
  public func split(left count: Int) -> (left: Rect, rest: Rect) {
    let cut = x + count.clamped(to: 0...width)
    return (Rect(columns: x..<cut, rows: rows), Rect(columns: cut..<columns.upperBound, rows: rows))
  }

  /// Cuts columns off the right, as many as there are.
  public func split(right count: Int) -> (rest: Rect, right: Rect) {
    let (left, rest) = split(left: width - count.clamped(to: 0...width))
    return (left, rest)
  }

  /// A rectangle of at most this size in the middle of it.
  public func centered(_ wanted: Size) -> Rect {
    let size = Size(width: min(wanted.width, width), height: min(wanted.height, height))
    return Rect(
      x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, width: size.width, height: size.height)
  }
}
