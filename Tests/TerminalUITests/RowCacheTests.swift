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

  /// The models have a tracker of each, and would collect those of rows made anew.
  @Test func areTakenAgainWhenTheyAreDrawnAnew() {
    for round in 0..<10 {
      draw(0..<3)
      #expect(cache.count == 3)
      #expect(cache.departedCount == 0)
      if round % 2 == 0 { for row in 0..<3 { cache.invalidate(row) } } else { cache.invalidateAll() }
      #expect(cache.count == 0)
      // They are no reason for rows that left the screen to go.
      #expect(cache.departedCount == 0)
    }
    #expect(cache.drawnRows == 30)
  }

  /// Rows that were scrolled, came or went are found, and each is drawn once.
  @Test func areKeptWhereverTheyStandInTheNextFrame() {
    func lines(_ rows: [Int]) -> [String] {
      cache.beginFrame()
      defer { cache.endFrame(visibleCount: rows.count) }
      return rows.map { row in
        cache.line(
          for: row, width: 4, RowState(isSelected: false, isMarked: false), draw: { CellLine("\(row)") }, mark: { $0 }
        ).description
      }
    }
    let frames: [[Int]] = [
      Array(0..<8), Array(1..<9), Array(0..<8), [0, 1, 2, 4, 5, 6, 7, 8], [0, 1, 20, 2, 4, 5, 6, 7],
      [7, 6, 5, 4, 2, 1, 0],
    ]
    for frame in frames { #expect(lines(frame) == frame.map(String.init)) }
    // 0 and 8 left and came back; 20 came.
    #expect(cache.drawnRows == 8 + 1 + 1 + 1 + 1)
    cache.invalidate(5)
    #expect(lines([7, 6, 5, 4]) == ["7", "6", "5", "4"])
    #expect(cache.drawnRows == 13)
    cache.invalidateAll()
    #expect(lines([7, 6, 5, 4]) == ["7", "6", "5", "4"])
    #expect(cache.drawnRows == 17)
  }
}
