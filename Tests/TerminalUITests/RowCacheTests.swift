import Testing

@testable import TerminalUI

@Suite("Rows that left the screen")
@MainActor
struct RowCacheTests {
  private let cache = RowCache<Int>()

  private func draw(_ rows: Range<Int>) {
    cache.beginFrame()
    for row in rows {
      _ = cache.line(
        for: row, width: 10, RowState(isSelected: false, isMarked: false), draw: { CellLine("\(row)") }, mark: { $0 })
    }
    cache.endFrame(visibleCount: rows.count)
  }

  /// To release all at once would take the time of several frames.
  @Test func areReleasedOneByOneOnceTheyAreMany() {
    var before = 0
    for page in 0..<100 {
      draw(page * 37..<(page + 1) * 37)
      #expect(cache.departedCount == min(page * 37, RowCache<Int>.maxDeparted))
      #expect(cache.departedCount >= before)
      before = cache.departedCount
    }
    #expect(cache.count == 37)
  }

  @Test func stayAsLongAsOthersIfTheyReturnedMeanwhile() {
    let limit = RowCache<Int>.maxDeparted
    draw(0..<1)
    draw(1..<2)
    draw(0..<1)
    // It leaves for the second time with the first of these.
    for row in 2..<limit { draw(row..<row + 1) }
    #expect(cache.departedCount == limit - 1)
    // The place of its first departure is taken, but it stays.
    draw(limit..<limit + 1)
    #expect(cache.departedCount == limit)
    draw(limit + 1..<limit + 2)
    #expect(cache.departedCount == limit)
  }
}
