/// The drawn rows of a list: each is kept until a model that was read in it changes, or it leaves the screen.
///
/// Rows that were drawn ahead are kept until others are, while they are next to the screen. A frame means one for which the
/// list asked for all its rows: in others only those are drawn that changed.
@MainActor
final class RowCache<ID: Hashable & Sendable> {
  /// Called when an observable model changed, so that a row must be drawn again.
  var onChange: (@MainActor (ID) -> Void)?
  /// The number of rows drawn so far.
  private(set) var drawnRows = 0

  private var rows: [ID: CachedRow] = [:]
  private var order = RowSequence<ID>()
  /// Rows that left the screen, without their lines.
  ///
  /// Each is taken again if it returns, as its models still have a tracker of it.
  private var departed: [ID: CachedRow] = [:]
  /// The rows that left, in a ring: the oldest goes when one more leaves.
  ///
  /// To release all of them at once takes milliseconds.
  private var departures: [ID] = []
  private var departureCount = 0
  /// Counts the frames, to know which rows were part of the last one.
  private var frame = 0
  /// How many rows were drawn ahead, and not shown yet.
  private var aheadCount = 0
  /// The shown rows to be drawn again since ``takeChanged()``, apart from calls of ``invalidateAll()``.
  private var changed: Set<ID> = []

  /// The number of rows that are kept drawn, for tests.
  var count: Int { rows.values.count(where: \.isDrawn) }

  /// The number of rows kept that left the screen, for tests.
  var departedCount: Int { departed.count }

  /// More than the models that a list keeps in memory for rows off its screen.
  static var maxDeparted: Int { 1_024 }

  func invalidate(_ id: ID) {
    // The row stays, as its models have a tracker of it, and would collect those of rows made anew.
    guard let row = rows[id] else { return }
    if row.isAhead { aheadCount -= 1 } else { changed.insert(id) }
    row.clear()
  }

  /// The places in the last frame, from 0, of rows that must be drawn again since this was asked last.
  func takeChanged() -> [Int] {
    guard !changed.isEmpty else { return [] }
    defer { changed = [] }
    return order.places(of: changed)
  }

  func invalidateAll() {
    for row in rows.values { row.clear() }
    aheadCount = 0
  }

  /// Whether a row is kept as it was drawn, or for its next drawing.
  func keeps(_ id: ID) -> Bool { rows[id] != nil }

  func beginFrame() {
    frame += 1
    order.beginFrame()
  }

  /// The kept line of a row, or the line drawn now if there is none of this width.
  func line(
    for id: ID, width: Int, _ state: RowState, draw: () -> CellLine, mark: (CellLine) -> CellLine
  ) -> CellLine {
    let row = order.next(id) ?? rows[id] ?? newRow(id)
    order.append(id, row)
    return show(row, width: width, state, draw: draw, mark: mark)
  }

  /// The line of a row of the last frame, as ``line(for:width:_:draw:mark:)`` makes it.
  func lineAgain(
    of id: ID, width: Int, _ state: RowState, draw: () -> CellLine, mark: (CellLine) -> CellLine
  ) -> CellLine {
    show(rows[id] ?? newRow(id), width: width, state, draw: draw, mark: mark)
  }

  private func show(
    _ row: CachedRow, width: Int, _ state: RowState, draw: () -> CellLine, mark: (CellLine) -> CellLine
  ) -> CellLine {
    row.frame = frame
    if row.isAhead {
      row.isAhead = false
      aheadCount -= 1
    }
    let line = row.line(width: width) {
      drawnRows += 1
      return draw()
    }
    return state.isPlain ? line : row.marked(as: state, mark)
  }

  /// Draws rows that are not shown yet; others that were drawn ahead before are dropped.
  func drawAhead(_ ids: some Sequence<ID>, width: Int, draw: (ID) -> CellLine) {
    let earlier = aheadCount > 0 ? rows.compactMap { $1.isAhead ? $0 : nil } : []
    for id in earlier { rows[id]?.isAhead = false }
    aheadCount = 0
    for id in ids {
      let row = rows[id] ?? newRow(id)
      // One that the last frame showed, as rows may have moved since.
      guard row.frame != frame, !row.isAhead else { continue }
      row.isAhead = true
      aheadCount += 1
      _ = row.line(width: width) {
        drawnRows += 1
        return draw(id)
      }
    }
    // The list may show the same rows for long, and be read anew meanwhile: then these would hear of no change.
    for id in earlier { if let row = rows[id], !row.isAhead, row.frame != frame { leave(id) } }
  }

  /// Drops the rows that were drawn ahead.
  ///
  /// Those far from the screen hear of no change: their models are released. Nor do those whose items came back as other
  /// models.
  func forgetAhead() {
    guard aheadCount > 0 else { return }
    for id in rows.compactMap({ $1.isAhead ? $0 : nil }) { leave(id) }
    aheadCount = 0
  }

  /// Drops the rows that were not part of this frame, nor drawn ahead: changes of their models are not reported any more.
  ///
  /// - Parameter visibleCount: The number of rows of this frame.
  func endFrame(visibleCount: Int) {
    guard rows.count - aheadCount > visibleCount else { return }
    // A filtered dictionary would be made anew for the one row that a list was scrolled by.
    var left: [ID] = []
    for (id, row) in rows where row.frame != frame && !row.isAhead { left.append(id) }
    for id in left { leave(id) }
  }

  private func leave(_ id: ID) {
    guard let row = rows.removeValue(forKey: id) else { return }
    row.leave(as: departureCount)
    departed[id] = row
    let place = departureCount % Self.maxDeparted
    if place < departures.count {
      let oldest = departures[place]
      // Unless it has returned, and perhaps left again, since.
      if departed[oldest]?.departure == departureCount - Self.maxDeparted { departed[oldest] = nil }
      departures[place] = id
    } else {
      departures.append(id)
    }
    departureCount += 1
  }

  private func newRow(_ id: ID) -> CachedRow {
    let row = departed.removeValue(forKey: id) ?? CachedRow { [weak self] in self?.rowChanged(id) }
    rows[id] = row
    return row
  }

  private func rowChanged(_ id: ID) {
    changed.insert(id)
    onChange?(id)
  }
}

/// The rows of a frame from top to bottom, by which those of the next one are found without a look-up.
///
/// A row mostly stands where it did in the frame before, or below the same row. Looking up 33 rows of a sidebar and 20 of a
/// list, whose identities are hashed, took 45 of the 450 µs of a frame.
@MainActor
private struct RowSequence<ID: Hashable & Sendable> {
  /// Identities and rows are apart, as generic code would copy a whole pair to compare one identity.
  private struct Frame {
    var ids: [ID] = []
    var rows: [CachedRow] = []
  }

  private var current = Frame()
  private var earlier = Frame()
  /// Where the next row stood in the frame before, as far as is known.
  private var place = 0
  /// Whether the place was looked for in this frame: once is enough for rows that were scrolled, came or went.
  private var hasSearched = false

  mutating func beginFrame() {
    swap(&current, &earlier)
    current.ids.removeAll(keepingCapacity: true)
    current.rows.removeAll(keepingCapacity: true)
    (place, hasSearched) = (0, false)
  }

  mutating func append(_ id: ID, _ row: CachedRow) {
    current.ids.append(id)
    current.rows.append(row)
  }

  /// Where rows of this frame stand in it, as far as they do.
  func places(of ids: Set<ID>) -> [Int] { current.ids.indices.filter { ids.contains(current.ids[$0]) } }

  /// The row, if it stood in the frame before where it is expected.
  mutating func next(_ id: ID) -> CachedRow? {
    if place >= earlier.ids.count || earlier.ids[place] != id {
      guard !hasSearched else { return nil }
      hasSearched = true
      guard let found = earlier.ids.firstIndex(of: id) else { return nil }
      place = found
    }
    defer { place += 1 }
    return earlier.rows[place]
  }
}

/// A drawn row, kept until something read in it changes; what the cursor and a mark add to it is kept apart.
@MainActor
final class CachedRow {
  /// The last frame that the row was part of.
  fileprivate(set) var frame = 0
  /// Whether it was drawn ahead, and not shown yet.
  fileprivate var isAhead = false
  /// How many rows had left the screen before it did.
  fileprivate var departure = 0

  private var drawn: (line: CellLine, width: Int, generation: Int)?
  private var marked: (line: CellLine, state: RowState)?
  private var region: ObservedRegion?
  private let onChange: @MainActor () -> Void

  init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  /// The kept line, or the line drawn now: if there is none, or of another width or generation of numbers.
  func line(width: Int, generation: Int = CellNumbers.generation, draw: () -> CellLine) -> CellLine {
    if let drawn, drawn.width == width, drawn.generation == generation { return drawn.line }
    let line = observed().draw(draw)
    (drawn, marked) = ((line, width, generation), nil)
    return line
  }

  /// The line drawn last, with cursor or mark.
  func marked(as state: RowState, _ mark: (CellLine) -> CellLine) -> CellLine {
    if let marked, marked.state == state { return marked.line }
    let line = mark(drawn?.line ?? CellLine())
    marked = (line, state)
    return line
  }

  fileprivate var isDrawn: Bool { drawn != nil }

  /// Forgets what was drawn, and reports no change until it is drawn again.
  fileprivate func clear() {
    (drawn, marked, isAhead) = (nil, nil, false)
    region?.silence()
  }

  /// Leaves the screen, as so many rows did before.
  fileprivate func leave(as departure: Int) {
    clear()
    self.departure = departure
  }

  private func observed() -> ObservedRegion {
    if let region { return region }
    let region = ObservedRegion(leavingFirstTracker: { [weak self] in self?.changed() })
    self.region = region
    return region
  }

  private func changed() {
    (drawn, marked) = (nil, nil)
    // Nobody sees a row that was drawn ahead.
    if !isAhead { onChange() }
  }
}
