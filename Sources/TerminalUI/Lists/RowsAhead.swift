/// Which rows to draw before they are shown: those that come next if a list is scrolled on as it was.
///
/// They are drawn between a frame and the next key, while nobody waits.
struct RowsAhead {
  /// So many rows at least are drawn together, or each would find the processor's caches cold.
  private static let batch = 8

  /// The rows of the last frame.
  private var shown = 0..<0
  /// By how many rows the last frame was scrolled; 0 if that is taken into account.
  private var step = 0
  /// The rows that were drawn ahead last.
  private var drawn = 0..<0

  /// Notes the rows of a frame.
  ///
  /// - Returns: whether they are elsewhere than those of the frame before, so that rows drawn ahead are not next to them.
  @discardableResult
  mutating func note(_ visible: Range<Int>) -> Bool {
    let distance = visible.lowerBound - shown.lowerBound
    // A screen has room for fewer rows the more headings it shows.
    let isJump = !shown.isEmpty && abs(distance) > max(shown.count, visible.count)
    if isJump { drawn = 0..<0 }
    step = shown.isEmpty || isJump ? 0 : distance
    shown = visible
    return isJump
  }

  /// Forgets where rows are, as others may be there now.
  mutating func forget() { self = RowsAhead() }

  /// The rows to draw now, once after each frame; none, unless it was scrolled and the next ones are not drawn.
  ///
  /// - Parameter count: how many rows the list has.
  mutating func next(of count: Int) -> Range<Int> {
    defer { step = 0 }
    let needed = rows(step).clamped(to: 0..<count)
    guard !needed.isEmpty, needed.clamped(to: drawn) != needed else { return 0..<0 }
    drawn = rows(step < 0 ? min(step, -Self.batch) : max(step, Self.batch)).clamped(to: 0..<count)
    return drawn
  }

  /// The rows next to those shown: below, or above if it is a negative number.
  private func rows(_ number: Int) -> Range<Int> {
    number < 0 ? shown.lowerBound + number..<shown.lowerBound : shown.upperBound..<shown.upperBound + number
  }
}
